package org.filbert.jobs.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.GlobalConfiguration;
import org.filbert.jobs.cluster.ClusterOverview;
import org.filbert.jobs.cluster.ClusterSubmission;
import org.filbert.jobs.cluster.Installation;
import org.filbert.jobs.cluster.LocalCluster;
import org.filbert.jobs.config.yaml.ProjectPaths;
import org.filbert.jobs.process.ClusterException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The options that choose the Flink cluster of a job. */
final class FlinkOptions {
  private static final String CLUSTER = "--cluster";
  private static final String DIRECTORY = "--cluster-directory";

  @Option(
      names = CLUSTER,
      description = "Run on the cluster of 'filbert cluster start', by Flink's own client.")
  private boolean cluster;

  @Option(
      names = DIRECTORY,
      paramLabel = "DIR",
      description = "Run on the cluster of 'filbert cluster start --directory DIR'.")
  private @Nullable Path directory;

  boolean onCluster() {
    return cluster || directory != null;
  }

  /** Flink's settings: the shipped ones for an embedded Flink, otherwise those of the cluster. */
  static Configuration configuration() {
    return System.getProperty(ProjectPaths.HOME_PROPERTY) == null
        ? new Configuration()
        : GlobalConfiguration.loadConfiguration(
            Installation.ofProcess().flinkConfiguration().toString());
  }

  /** The arguments of a command for the process that Flink's client starts. */
  static List<String> withoutCluster(List<String> arguments) {
    List<String> kept = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      if (argument.equals(DIRECTORY)) {
        i++; // skip its value
      } else if (!argument.equals(CLUSTER) && !argument.startsWith(DIRECTORY + "=")) {
        kept.add(argument);
      }
    }
    return kept;
  }

  /**
   * Runs a command of this program on the cluster.
   *
   * @param command of this program, whose main class is that of its root
   * @param slots number of slots that the command needs at the same time
   * @return its exit code
   */
  int submit(CommandSpec command, List<String> arguments, int slots) throws InterruptedException {
    Path place = ClusterCommand.directory(directory);
    LocalCluster running =
        LocalCluster.find(place)
            .orElseThrow(
                () ->
                    new ClusterException(
                        "no cluster runs in %s: start one with filbert cluster start, or name another with --cluster-directory"
                            .formatted(place)));
    ClusterOverview.of(running.rest())
        .filter(overview -> overview.freeSlots() < slots)
        .ifPresent(
            overview -> {
              throw new ClusterException(
                  "the run needs %s slots, the cluster has %s free of %s: lower the parallelism, or start a cluster with more --slots"
                      .formatted(slots, overview.freeSlots(), overview.slots()));
            });
    return new ClusterSubmission(running, Installation.ofProcess())
        .run(
            command.root().userObject().getClass().getName(),
            arguments,
            ProcessBuilder.Redirect.INHERIT);
  }
}
