package org.filbert.jobs.cluster;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.filbert.jobs.process.ClusterException;
import org.filbert.jobs.process.LocalProcess;
import org.filbert.jobs.process.ProcessLog;

/** Launches processes of a local cluster, and waits until they are up. */
final class ClusterProcesses {
  private static final String JOB_MANAGER =
      "org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint";
  private static final String TASK_MANAGER =
      "org.apache.flink.runtime.taskexecutor.TaskManagerRunner";
  private static final long POLL_MILLIS = 200;

  private final Path directory;
  private final FlinkJvm jvm;
  private final List<ClusterState.Member> members = new ArrayList<>();
  private final List<Process> processes =
      new ArrayList<>(); // processes.get(i) belongs to members.get(i)

  /**
   * @param directory of the cluster
   */
  ClusterProcesses(Path directory, FlinkJvm jvm) {
    this.directory = directory;
    this.jvm = jvm;
  }

  /** What has been launched, in this order. */
  List<ClusterState.Member> members() {
    return List.copyOf(members);
  }

  void launchJobManager(String name) throws IOException, InterruptedException {
    launch(name, JOB_MANAGER, jvm.resources("GET_JM_RESOURCE_PARAMS"), List.of(), List.of());
  }

  /**
   * Launches TaskManagers.
   *
   * @param cores of each; without a limit, each would use all of them
   */
  void launchTaskManagers(List<String> names, int cores) throws IOException, InterruptedException {
    FlinkJvm.Resources resources = jvm.resources("GET_TM_RESOURCE_PARAMS");
    for (String name : names) {
      launch(
          name,
          TASK_MANAGER,
          resources,
          List.of("-XX:ActiveProcessorCount=" + cores),
          List.of("-Dtaskmanager.resource-id=" + name));
    }
  }

  private void launch(
      String name,
      String program,
      FlinkJvm.Resources resources,
      List<String> moreFlags,
      List<String> moreArguments)
      throws IOException {
    Path log = LocalCluster.logs(directory).resolve(name + ".log");
    List<String> flags = new ArrayList<>();
    flags.add(ClusterState.marker(directory));
    flags.add("-Dlog.file=" + log);
    flags.add("-Djava.io.tmpdir=" + FlinkConfiguration.temporary(directory));
    flags.addAll(resources.jvmFlags());
    flags.addAll(moreFlags);
    List<String> arguments =
        new ArrayList<>(List.of("--configDir", LocalCluster.configuration(directory).toString()));
    arguments.addAll(resources.arguments());
    arguments.addAll(moreArguments);
    Process process =
        LocalProcess.launch(
            jvm.command("log4j.properties", flags, program, arguments).command(),
            directory,
            ProcessBuilder.Redirect.to(log.toFile()));
    members.add(new ClusterState.Member(name, process.pid()));
    processes.add(process);
  }

  /**
   * Waits until TaskManagers with all their slots have registered.
   *
   * @throws ClusterException if a process ends, or the time is over
   */
  void await(URI rest, int taskManagers, int slots, Duration timeout) throws InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (true) {
      Optional<ClusterOverview> overview = ClusterOverview.of(rest);
      if (overview.isPresent() && overview.get().has(taskManagers, slots)) {
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
                    taskManagers,
                    overview.map(ClusterOverview::slots).orElse(0),
                    slots,
                    timeout.toMillis(),
                    tail(overview.isPresent() ? members.size() - 1 : 0)));
      }
      processes.get(0).waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private String tail(int member) {
    return new ProcessLog(LocalCluster.logs(directory).resolve(members.get(member).logFile()))
        .tail();
  }

  /**
   * Ends what has been launched. A process that has not yet set its command line, and so cannot be
   * found by it, is ended by its handle.
   */
  void end() {
    LocalProcess.end(processes.stream().map(Process::toHandle).toList(), LocalCluster.STOP_TIME);
  }
}
