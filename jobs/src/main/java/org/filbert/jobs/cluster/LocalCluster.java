package org.filbert.jobs.cluster;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
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
  static final String JOB_MANAGER = "jobmanager";

  /** What a number follows. */
  static final String TASK_MANAGER = "taskmanager-";

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
          "a cluster already runs at %s (%s): stop it first, or add to it by filbert cluster add"
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
    return configuration(directory);
  }

  static Path configuration(Path directory) {
    return directory.resolve("conf");
  }

  /** Directory with a log file for each process. */
  public Path logs() {
    return logs(directory);
  }

  static Path logs(Path directory) {
    return directory.resolve("log");
  }

  /** Cores of each TaskManager: its share of the machine. */
  static int cores(int taskManagers) {
    return Math.max(1, Runtime.getRuntime().availableProcessors() / taskManagers);
  }

  /** The living processes, the JobManager's first. */
  public List<ProcessHandle> processes() {
    return living(state.processes());
  }

  /** The living TaskManagers. */
  public List<ProcessHandle> taskManagers() {
    return living(state.taskManagers());
  }

  /** Names of the processes that have died, each with its log file. */
  public SortedMap<String, Path> dead() {
    SortedMap<String, Path> dead = new TreeMap<>();
    for (ClusterState.Member member : state.processes()) {
      if (!member.lives(directory)) {
        dead.put(member.name(), logs().resolve(member.logFile()));
      }
    }
    return dead;
  }

  /** Whether the JobManager has died, and its jobs with it. */
  public boolean lacksJobManager() {
    return !state.jobManager().lives(directory);
  }

  /**
   * Starts the JobManager again if it has died, and TaskManagers, and waits until they are up.
   * Those that have died are forgotten.
   *
   * @throws ClusterException if a process fails, or the time is over
   */
  public LocalCluster add(int taskManagers, Installation installation, Duration timeout)
      throws InterruptedException {
    try {
      return new ClusterAddition(directory, state, installation).of(taskManagers, timeout);
    } catch (IOException e) {
      throw new ClusterException("cannot add to the cluster in " + directory + ": " + e, e);
    }
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
