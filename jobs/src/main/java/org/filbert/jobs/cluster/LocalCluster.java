package org.filbert.jobs.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A standalone Flink session cluster on this machine: a JobManager and TaskManagers, each a process
 * of its own, that listen on the loopback interface only.
 *
 * <p>The processes outlive the one that starts them; {@link #find} finds them again by their
 * directory.
 */
public final class LocalCluster implements AutoCloseable {
  private static final String JOB_MANAGER =
      "org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint";
  private static final String TASK_MANAGER =
      "org.apache.flink.runtime.taskexecutor.TaskManagerRunner";
  private static final long POLL_MILLIS = 200;
  private static final long STOP_SECONDS = 10;
  private static final int LOG_TAIL = 15;

  private final Path directory;
  private final ClusterState state;

  private LocalCluster(Path directory, ClusterState state) {
    this.directory = directory;
    this.state = state;
  }

  /**
   * Starts a cluster and waits until all its TaskManagers have registered.
   *
   * @throws ClusterException if one runs in the directory, the port is taken, or it does not come
   *     up
   */
  public static LocalCluster start(LocalClusterOptions options, Installation installation)
      throws InterruptedException {
    Path directory = options.directory();
    find(directory)
        .filter(cluster -> !cluster.processes().isEmpty())
        .ifPresent(
            cluster -> {
              throw new ClusterException(
                  "a cluster already runs at "
                      + cluster.rest()
                      + " ("
                      + directory
                      + "): stop it first");
            });
    try {
      Files.createDirectories(directory);
      int restPort = freePort(options.restPort());
      Path configuration = directory.resolve("conf");
      FlinkConfiguration.write(
          options, installation.flinkConfiguration(), configuration, freePort(0), restPort);
      FlinkJvm jvm = new FlinkJvm(configuration, installation.libraries());
      List<ClusterState.Member> members = new ArrayList<>();
      LocalCluster cluster =
          new LocalCluster(
              directory, new ClusterState(URI.create("http://127.0.0.1:" + restPort), members));
      boolean up = false;
      try {
        FlinkJvm.Resources resources = jvm.resources("GET_JM_RESOURCE_PARAMS");
        Process jobManager = cluster.launch(jvm, "jobmanager", JOB_MANAGER, resources, List.of());
        members.add(new ClusterState.Member("jobmanager", jobManager.pid()));
        resources = jvm.resources("GET_TM_RESOURCE_PARAMS");
        for (int i = 1; i <= options.taskManagers(); i++) {
          String name = "taskmanager-" + i;
          Process process =
              cluster.launch(
                  jvm, name, TASK_MANAGER, resources, List.of("-Dtaskmanager.resource-id=" + name));
          members.add(new ClusterState.Member(name, process.pid()));
        }
        cluster.state.write(directory);
        cluster.awaitTaskManagers(options, jobManager);
        up = true;
      } finally {
        if (!up) {
          cluster.close();
        }
      }
      return cluster;
    } catch (IOException e) {
      throw new ClusterException("cannot start a cluster in " + directory + ": " + e, e);
    }
  }

  /** The cluster that was started in a directory, whether its processes still live or not. */
  public static Optional<LocalCluster> find(Path directory) {
    Path absolute = directory.toAbsolutePath().normalize();
    try {
      return ClusterState.read(absolute).map(state -> new LocalCluster(absolute, state));
    } catch (IOException e) {
      throw new ClusterException("cannot read the cluster's state in " + absolute + ": " + e, e);
    }
  }

  /** Address of the JobManager's REST interface and web page. */
  public URI rest() {
    return state.rest();
  }

  /** Directory with the Flink configuration that a client of this cluster needs. */
  public Path configuration() {
    return directory.resolve("conf");
  }

  /** Directory with a log file for each process. */
  public Path logs() {
    return directory.resolve("log");
  }

  /** The living processes. */
  public List<ProcessHandle> processes() {
    return state.processes().stream()
        .flatMap(member -> member.process(directory).stream())
        .toList();
  }

  /** The living TaskManagers. */
  public List<ProcessHandle> taskManagers() {
    return state.processes().stream()
        .skip(1)
        .flatMap(member -> member.process(directory).stream())
        .toList();
  }

  /** Log files of the processes that have died. */
  public List<Path> logsOfDead() {
    return state.processes().stream()
        .filter(member -> member.process(directory).isEmpty())
        .map(member -> log(member.name()))
        .toList();
  }

  /** Ends the cluster's processes, and waits until they have gone; logs stay. */
  @Override
  public void close() {
    List<ProcessHandle> processes = processes();
    processes.forEach(ProcessHandle::destroy);
    if (!ended(processes)) {
      processes.forEach(ProcessHandle::destroyForcibly);
      ended(processes);
    }
    try {
      ClusterState.delete(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean ended(List<ProcessHandle> processes) {
    CompletableFuture<Void> all =
        CompletableFuture.allOf(
            processes.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new));
    try {
      all.get(STOP_SECONDS, TimeUnit.SECONDS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (ExecutionException | TimeoutException e) {
      return false;
    }
  }

  private Process launch(
      FlinkJvm jvm,
      String name,
      String program,
      FlinkJvm.Resources resources,
      List<String> moreArguments)
      throws IOException {
    Files.createDirectories(logs());
    List<String> flags = new ArrayList<>();
    flags.add(ClusterState.marker(directory));
    flags.addAll(resources.jvmFlags());
    List<String> arguments = new ArrayList<>(List.of("--configDir", configuration().toString()));
    arguments.addAll(resources.arguments());
    arguments.addAll(moreArguments);
    ProcessBuilder builder = jvm.command("log4j.properties", flags, program, arguments);
    builder.command().add(0, "nohup"); // it outlives the terminal
    return builder
        .directory(directory.toFile())
        .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
        .redirectErrorStream(true)
        .redirectOutput(log(name).toFile())
        .start();
  }

  private Path log(String name) {
    return logs().resolve(name + ".log");
  }

  private void awaitTaskManagers(LocalClusterOptions options, Process jobManager)
      throws InterruptedException {
    long deadline = System.nanoTime() + options.timeout().toNanos();
    while (true) {
      Optional<ClusterOverview> overview = ClusterOverview.of(rest());
      int registered = overview.map(ClusterOverview::taskManagers).orElse(0);
      if (registered == options.taskManagers()) {
        return;
      }
      List<Path> dead = logsOfDead();
      if (!dead.isEmpty()) {
        throw new ClusterException("a process ended at once; " + tail(dead.get(0)));
      }
      if (System.nanoTime() > deadline) {
        throw new ClusterException(
            registered
                + " of "
                + options.taskManagers()
                + " TaskManagers registered within "
                + options.timeout().toSeconds()
                + " s; "
                + tail(log(overview.isPresent() ? "taskmanager-1" : "jobmanager")));
      }
      jobManager.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private static String tail(Path log) {
    try {
      List<String> lines = Files.readAllLines(log);
      return "the end of "
          + log
          + ":\n"
          + String.join("\n", lines.subList(Math.max(0, lines.size() - LOG_TAIL), lines.size()));
    } catch (IOException e) {
      return log + " cannot be read: " + e;
    }
  }

  private static int freePort(int wanted) {
    try (ServerSocket socket = new ServerSocket(wanted, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new ClusterException(
          "port " + wanted + " is not free: choose another with --rest-port, or 0 for any", e);
    }
  }
}
