package org.filbert.jobs.cluster;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.filbert.jobs.process.ClusterException;
import org.filbert.jobs.process.LocalProcess;

/**
 * A standalone Flink session cluster on this machine: a JobManager and TaskManagers. Each is a
 * process, and all listen on the loopback interface only.
 *
 * <p>The processes outlive the process that starts them. {@link #find} finds them by their
 * directory.
 */
public final class LocalCluster implements AutoCloseable {
  static final Duration STOP_TIME = Duration.ofSeconds(10);

  private final Path directory;
  private final ClusterState state;

  LocalCluster(Path directory, ClusterState state) {
    this.directory = directory;
    this.state = state;
  }

  /**
   * Starts a cluster and waits until all its TaskManagers and their slots have registered.
   *
   * @throws ClusterException if a cluster already runs in the directory, the port is taken, or a
   *     process fails
   */
  public static LocalCluster start(LocalClusterOptions options, Installation installation)
      throws InterruptedException {
    Path directory = options.directory();
    Optional<LocalCluster> running =
        find(directory).filter(cluster -> !cluster.processes().isEmpty());
    if (running.isPresent()) {
      throw new ClusterException(
          "a cluster already runs at %s (%s): stop it first"
              .formatted(running.get().rest(), directory));
    }
    try {
      return ClusterStart.of(options, installation);
    } catch (IOException e) {
      throw new ClusterException("cannot start a cluster in " + directory + ": " + e, e);
    }
  }

  /** The cluster that was started in a directory. Its processes may have ended. */
  public static Optional<LocalCluster> find(Path directory) {
    Path absolute = directory.toAbsolutePath().normalize();
    return ClusterState.in(absolute).read().map(state -> new LocalCluster(absolute, state));
  }

  /** Address of the JobManager's REST interface and web page. */
  public URI rest() {
    return state.rest();
  }

  Path directory() {
    return directory;
  }

  /** Directory of the Flink configuration, which a client of this cluster needs. */
  public Path configuration() {
    return directory.resolve("conf");
  }

  /** Directory with a log file for each process. */
  public Path logs() {
    return directory.resolve("log");
  }

  /** The living processes, the JobManager's first. */
  public List<ProcessHandle> processes() {
    return living(state.processes());
  }

  /** The living TaskManagers. */
  public List<ProcessHandle> taskManagers() {
    return living(state.processes().stream().skip(1).toList());
  }

  /** Log files of the processes that have died. */
  public List<Path> logsOfDead() {
    return state.processes().stream()
        .filter(member -> member.process(directory).living().isEmpty())
        .map(member -> logs().resolve(member.logFile()))
        .toList();
  }

  /** Ends the cluster's processes and waits for their ends. The logs stay. */
  @Override
  public void close() {
    LocalProcess.end(processes(), STOP_TIME);
    ClusterState.in(directory).delete();
  }

  private List<ProcessHandle> living(List<ClusterState.Member> members) {
    return members.stream().flatMap(member -> member.process(directory).living().stream()).toList();
  }
}
