package org.filbert.jobs.kafka;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.apache.flink.util.FileUtils;
import org.filbert.jobs.cluster.Installation;
import org.filbert.jobs.process.ClusterException;
import org.filbert.jobs.process.LocalProcess;
import org.filbert.jobs.process.StateFile;

/**
 * A Kafka broker on this machine for trials. It is a single process without replication that is its
 * own controller and listens on the loopback interface only.
 *
 * <p>The process outlives the process that starts it. {@link #find} finds it by its directory.
 * Topics stay in the directory when the broker stops, until {@link #delete}.
 */
public final class LocalBroker implements AutoCloseable {
  private static final Duration STOP_TIME = Duration.ofSeconds(60);

  /** The process of a local broker, as stored in its directory. */
  record State(String bootstrapServers, long pid) {
    /** The JVM flag that identifies the process of the broker in this directory. */
    static String marker(Path directory) {
      return "-Dfilbert.kafka=" + directory;
    }

    /** The file that holds the state of the broker in this directory. */
    static StateFile<State> in(Path directory) {
      return new StateFile<>("broker", directory, State.class);
    }

    LocalProcess process(Path directory) {
      return new LocalProcess(pid, marker(directory));
    }
  }

  private final Path directory;
  private final State state;

  LocalBroker(Path directory, State state) {
    this.directory = directory;
    this.state = state;
  }

  /**
   * Starts a broker and waits until it answers.
   *
   * @throws ClusterException if a broker already runs in the directory, the port is taken, or the
   *     process fails
   */
  public static LocalBroker start(LocalBrokerOptions options, Installation installation)
      throws InterruptedException {
    find(options.directory())
        .filter(LocalBroker::isAlive)
        .ifPresent(
            running -> {
              throw new ClusterException(
                  "a broker already runs at %s (%s): stop it first"
                      .formatted(running.bootstrapServers(), options.directory()));
            });
    try {
      return BrokerStart.of(options, installation);
    } catch (IOException e) {
      throw new ClusterException("cannot start a broker in " + options.directory() + ": " + e, e);
    }
  }

  /** The broker that was started in a directory and not stopped. Its process may have ended. */
  public static Optional<LocalBroker> find(Path directory) {
    Path absolute = directory.toAbsolutePath().normalize();
    return State.in(absolute).read().map(state -> new LocalBroker(absolute, state));
  }

  /** Address for clients. */
  public String bootstrapServers() {
    return state.bootstrapServers();
  }

  public boolean isAlive() {
    return process().isPresent();
  }

  /** The log file. */
  public Path log() {
    return BrokerStart.log(directory);
  }

  /** Shuts the broker down and waits for the end of its process. Topics and log stay. */
  @Override
  public void close() {
    LocalProcess.end(process().stream().toList(), STOP_TIME);
    State.in(directory).delete();
  }

  private Optional<ProcessHandle> process() {
    return state.process(directory).living();
  }

  /** Deletes the topics and all other files of a stopped broker. */
  public static void delete(Path directory) {
    try {
      for (Path own : BrokerStart.files(directory)) {
        FileUtils.deleteFileOrDirectory(own.toFile());
      }
      String[] left = directory.toFile().list();
      if (left != null && left.length == 0) {
        Files.delete(directory);
      }
    } catch (IOException e) {
      throw new ClusterException("cannot delete the broker's files in " + directory + ": " + e, e);
    }
  }
}
