package org.filbert.jobs.cli;

import java.nio.file.Path;
import java.util.List;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.GlobalConfiguration;
import org.filbert.jobs.cluster.ClusterOverview;
import org.filbert.jobs.cluster.ClusterSubmission;
import org.filbert.jobs.cluster.Installation;
import org.filbert.jobs.cluster.LocalCluster;
import org.filbert.jobs.config.ProjectPaths;
import org.filbert.jobs.process.ClusterException;
import picocli.CommandLine.Option;

/** Which Flink a job runs on. */
final class FlinkOptions {
  @Option(
      names = "--cluster",
      description = "Run on the cluster of 'filbert cluster start', through Flink's own client.")
  boolean onCluster;

  /** The shipped settings for an embedded Flink; those of its cluster where Flink started this. */
  static Configuration configuration() {
    return System.getProperty(ProjectPaths.HOME_PROPERTY) == null
        ? new Configuration()
        : GlobalConfiguration.loadConfiguration(
            Installation.ofProcess().flinkConfiguration().toString());
  }

  /**
   * Runs a command of this program on the cluster.
   *
   * @param slots how many the command needs at the same time
   * @return its exit code
   */
  static int submit(List<String> arguments, int slots) throws InterruptedException {
    Installation installation = Installation.ofProcess();
    Path directory = ClusterCommand.defaultDirectory();
    LocalCluster cluster =
        LocalCluster.find(directory)
            .orElseThrow(
                () ->
                    new ClusterException(
                        "no cluster runs in "
                            + directory
                            + ": start one with filbert cluster start"));
    ClusterOverview.of(cluster.rest())
        .filter(overview -> overview.freeSlots() < slots)
        .ifPresent(
            overview -> {
              throw new ClusterException(
                  "the run needs %d slots, the cluster has %d free of %d: lower the parallelism, or start a cluster with more --slots"
                      .formatted(slots, overview.freeSlots(), overview.slots()));
            });
    return new ClusterSubmission(cluster, installation)
        .run(Filbert.class.getName(), arguments, ProcessBuilder.Redirect.INHERIT);
  }
}
