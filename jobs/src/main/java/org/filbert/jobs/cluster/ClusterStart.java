package org.filbert.jobs.cluster;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.IntStream;
import org.filbert.jobs.process.LoopbackPort;

/** Starts the processes of a local cluster. If one fails, the others are ended. */
final class ClusterStart {
  private ClusterStart() {}

  static LocalCluster of(LocalClusterOptions options, Installation installation)
      throws IOException, InterruptedException {
    Path directory = options.directory();
    int restPort = LoopbackPort.free(options.restPort(), "--rest-port");
    keepPrivate(Files.createDirectories(directory));
    Path configuration = LocalCluster.configuration(directory);
    FlinkConfiguration.write(
        options, installation.flinkConfiguration(), configuration, LoopbackPort.any(), restPort);
    Files.createDirectories(LocalCluster.logs(directory));
    URI rest = URI.create("http://127.0.0.1:" + restPort);
    ClusterProcesses processes =
        new ClusterProcesses(directory, new FlinkJvm(configuration, installation.libraries()));
    boolean up = false;
    try {
      processes.launchJobManager(LocalCluster.JOB_MANAGER);
      processes.launchTaskManagers(
          IntStream.rangeClosed(1, options.taskManagers())
              .mapToObj(number -> LocalCluster.TASK_MANAGER + number)
              .toList(),
          LocalCluster.cores(options.taskManagers()));
      ClusterState state = new ClusterState(rest, processes.members());
      ClusterState.in(directory).write(state);
      processes.await(rest, options.taskManagers(), options.allSlots(), options.timeout());
      up = true;
      return new LocalCluster(directory, state);
    } finally {
      if (!up) {
        processes.end();
        ClusterState.in(directory).delete();
      }
    }
  }

  /** Flink stores submitted jobs in temporary files, and a job may contain passwords. */
  private static void keepPrivate(Path directory) throws IOException {
    PosixFileAttributeView view =
        Files.getFileAttributeView(directory, PosixFileAttributeView.class);
    if (view != null) {
      view.setPermissions(PosixFilePermissions.fromString("rwx------"));
    }
  }
}
