package org.filbert.jobs.cluster;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.filbert.jobs.process.ClusterException;
import org.filbert.jobs.process.Overrides;
import org.filbert.jobs.run.AtExit;
import org.filbert.jobs.run.Resumption;
import org.jspecify.annotations.Nullable;

/** Runs a job on a cluster through Flink's own client, the program behind {@code flink run}. */
public final class ClusterSubmission {
  /**
   * The client submits and waits: code that the optimising compiler takes longer for than it runs.
   */
  private static final List<String> BRIEF = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  private static final String CLIENT = "org.apache.flink.client.cli.CliFrontend";

  private final LocalCluster cluster;
  private final Installation installation;

  public ClusterSubmission(LocalCluster cluster, Installation installation) {
    this.cluster = cluster;
    this.installation = installation;
  }

  /**
   * Submits the job jar and waits for the job's end.
   *
   * @param program class with the main method
   * @param arguments of the program; overrides are passed in a private file
   * @param output destination of the client's standard output and error
   * @return the client's exit code
   */
  public int run(String program, List<String> arguments, ProcessBuilder.Redirect output)
      throws InterruptedException {
    URI rest = cluster.rest();
    List<String> clientArguments =
        new ArrayList<>(
            List.of(
                "run",
                "-m",
                rest.getHost() + ":" + rest.getPort(),
                "-c",
                program,
                installation.jobJar().toString()));
    Overrides overrides = Overrides.of(arguments);
    clientArguments.addAll(overrides.arguments());
    FlinkJvm jvm = new FlinkJvm(cluster.configuration(), installation.libraries());
    List<String> flags = new ArrayList<>(BRIEF);
    flags.add("-Dfilbert.home=" + installation.home());
    Path file = null;
    try {
      file = overrides.write();
      if (file != null) {
        flags.add(Overrides.flag(file));
      }
      ProcessBuilder builder =
          jvm.command("log4j-cli.properties", flags, CLIENT, clientArguments)
              .redirectOutput(output)
              .redirectError(output);
      builder.environment().put(Resumption.CLUSTER_VARIABLE, cluster.directory().toString());
      Process client = builder.start();
      AtExit stop = AtExit.run("filbert-stop-client", () -> stop(client));
      int exitCode = client.waitFor();
      stop.forget();
      return exitCode;
    } catch (IOException e) {
      throw new ClusterException("cannot start Flink's client: " + e.getMessage(), e);
    } finally {
      delete(file);
    }
  }

  /** Ends the client, which first ends its job and says how to resume it. */
  private static void stop(Process client) {
    client.destroy();
    client.onExit().join();
  }

  /** Deletes the file of overrides if the client has not read, and so deleted, it. */
  private static void delete(@Nullable Path file) {
    try {
      if (file != null) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new ClusterException("cannot delete " + file + ": " + e.getMessage(), e);
    }
  }
}
