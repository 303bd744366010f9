package org.filbert.jobs.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.flink.configuration.GlobalConfiguration;
import org.apache.flink.configuration.TaskManagerOptions;

/** Adds processes to a local cluster: in place of those that have died, or more TaskManagers. */
record ClusterAddition(Path directory, ClusterState state, Installation installation) {

  /**
   * Starts a JobManager if that has died, and TaskManagers, and waits until they are up. The state
   * names those that live.
   */
  LocalCluster of(int taskManagers, Duration timeout) throws IOException, InterruptedException {
    Path configuration = LocalCluster.configuration(directory);
    ClusterProcesses processes =
        new ClusterProcesses(directory, new FlinkJvm(configuration, installation.libraries()));
    ClusterState.Member jobManager = state.jobManager();
    List<ClusterState.Member> living =
        state.taskManagers().stream().filter(member -> member.lives(directory)).toList();
    int all = living.size() + taskManagers;
    int slots =
        GlobalConfiguration.loadConfiguration(configuration.toString())
            .get(TaskManagerOptions.NUM_TASK_SLOTS);
    boolean up = false;
    try {
      if (!jobManager.lives(directory)) {
        processes.launchJobManager(next(LocalCluster.JOB_MANAGER + "-", 1).get(0));
      }
      processes.launchTaskManagers(
          next(LocalCluster.TASK_MANAGER, taskManagers), LocalCluster.cores(all));
      List<ClusterState.Member> members = new ArrayList<>();
      if (jobManager.lives(directory)) {
        members.add(jobManager);
      }
      members.addAll(processes.members());
      members.addAll(members.isEmpty() ? 0 : 1, living);
      ClusterState now = new ClusterState(state.rest(), members);
      ClusterState.in(directory).write(now);
      processes.await(state.rest(), all, all * slots, timeout);
      up = true;
      return new LocalCluster(directory, now);
    } finally {
      if (!up) {
        processes.end();
        ClusterState.in(directory).write(state);
      }
    }
  }

  /** Names that no process of the cluster has had, whose logs stay. */
  private List<String> next(String prefix, int count) {
    Path logs = LocalCluster.logs(directory);
    return IntStream.iterate(1, number -> number + 1)
        .mapToObj(number -> prefix + number)
        .filter(name -> !Files.exists(logs.resolve(name + ".log")))
        .limit(count)
        .toList();
  }
}
