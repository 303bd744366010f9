package org.filbert.jobs.cluster;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.filbert.jobs.process.ClusterException;
import org.filbert.jobs.process.LocalProcess;
import org.filbert.jobs.process.LoopbackPort;
import org.filbert.jobs.process.ProcessLog;

/** Starts the processes of a local cluster. If one fails, the others are ended. */
final class ClusterStart {
  private static final String JOB_MANAGER =
      "org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint";
  private static final String TASK_MANAGER =
      "org.apache.flink.runtime.taskexecutor.TaskManagerRunner";
  private static final long POLL_MILLIS = 200;

  private final LocalClusterOptions options;
  private final FlinkJvm jvm;
  private final List<ClusterState.Member> members = new ArrayList<>();
  private final List<Process> processes =
      new ArrayList<>(); // processes.get(i) belongs to members.get(i)
  private final LocalCluster cluster;

  private ClusterStart(LocalClusterOptions options, FlinkJvm jvm, URI rest) {
    this.options = options;
    this.jvm = jvm;
    this.cluster = new LocalCluster(options.directory(), new ClusterState(rest, members));
  }

  static LocalCluster of(LocalClusterOptions options, Installation installation)
      throws IOException, InterruptedException {
    int restPort = LoopbackPort.free(options.restPort(), "--rest-port");
    keepPrivate(Files.createDirectories(options.directory()));
    Path configuration = options.directory().resolve("conf");
    FlinkConfiguration.write(
        options, installation.flinkConfiguration(), configuration, LoopbackPort.any(), restPort);
    FlinkJvm jvm = new FlinkJvm(configuration, installation.libraries());
    ClusterStart start = new ClusterStart(options, jvm, URI.create("http://127.0.0.1:" + restPort));
    boolean up = false;
    try {
      start.run();
      up = true;
    } finally {
      if (!up) {
        start.abandon();
      }
    }
    return start.cluster;
  }

  /** Flink stores submitted jobs in temporary files, and a job may contain passwords. */
  private static void keepPrivate(Path directory) throws IOException {
    PosixFileAttributeView view =
        Files.getFileAttributeView(directory, PosixFileAttributeView.class);
    if (view != null) {
      view.setPermissions(PosixFilePermissions.fromString("rwx------"));
    }
  }

  private void run() throws IOException, InterruptedException {
    Files.createDirectories(cluster.logs());
    FlinkJvm.Resources resources = jvm.resources("GET_JM_RESOURCE_PARAMS");
    launch("jobmanager", JOB_MANAGER, resources, List.of());
    resources = jvm.resources("GET_TM_RESOURCE_PARAMS");
    for (int i = 1; i <= options.taskManagers(); i++) {
      String name = "taskmanager-" + i;
      launch(name, TASK_MANAGER, resources, List.of("-Dtaskmanager.resource-id=" + name));
    }
    ClusterState.in(options.directory()).write(new ClusterState(cluster.rest(), members));
    awaitSlots();
  }

  /** Each TaskManager gets its share of the cores. Without a limit, each would use all of them. */
  private int coresOfTaskManager() {
    return Math.max(1, Runtime.getRuntime().availableProcessors() / options.taskManagers());
  }

  private void launch(
      String name, String program, FlinkJvm.Resources resources, List<String> moreArguments)
      throws IOException {
    Path log = cluster.logs().resolve(name + ".log");
    List<String> flags = new ArrayList<>();
    flags.add(ClusterState.marker(options.directory()));
    flags.add("-Dlog.file=" + log);
    flags.add("-Djava.io.tmpdir=" + FlinkConfiguration.temporary(options));
    flags.addAll(resources.jvmFlags());
    if (program.equals(TASK_MANAGER)) {
      flags.add("-XX:ActiveProcessorCount=" + coresOfTaskManager());
    }
    List<String> arguments =
        new ArrayList<>(List.of("--configDir", cluster.configuration().toString()));
    arguments.addAll(resources.arguments());
    arguments.addAll(moreArguments);
    Process process =
        LocalProcess.launch(
            jvm.command("log4j.properties", flags, program, arguments).command(),
            options.directory(),
            ProcessBuilder.Redirect.to(log.toFile()));
    members.add(new ClusterState.Member(name, process.pid()));
    processes.add(process);
  }

  private void awaitSlots() throws InterruptedException {
    long deadline = System.nanoTime() + options.timeout().toNanos();
    while (true) {
      Optional<ClusterOverview> overview = ClusterOverview.of(cluster.rest());
      if (overview.isPresent() && overview.get().hasAll(options)) {
        return;
      }
      for (int i = 0; i < processes.size(); i++) {
        if (!processes.get(i).isAlive()) {
          throw new ClusterException("a process of the cluster ended at once; " + tail(i));
        }
      }
      if (System.nanoTime() - deadline > 0) {
        throw new ClusterException(
            "%s of %s TaskManagers and %s of %s slots registered within %s ms; %s"
                .formatted(
                    overview.map(ClusterOverview::taskManagers).orElse(0),
                    options.taskManagers(),
                    overview.map(ClusterOverview::slots).orElse(0),
                    options.allSlots(),
                    options.timeout().toMillis(),
                    tail(overview.isPresent() ? 1 : 0)));
      }
      processes.get(0).waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private String tail(int member) {
    return new ProcessLog(cluster.logs().resolve(members.get(member).logFile())).tail();
  }

  /**
   * Ends all started processes. A process that has not yet set its command line, and so cannot be
   * found by it, is ended by its handle.
   */
  private void abandon() {
    LocalProcess.end(processes.stream().map(Process::toHandle).toList(), LocalCluster.STOP_TIME);
    cluster.close();
  }
}
