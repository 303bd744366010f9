package org.filbert.jobs.cluster;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.filbert.jobs.process.LocalProcess;
import org.filbert.jobs.process.StateFile;

/**
 * The processes of a local cluster, as stored in its directory.
 *
 * @param rest address of the JobManager
 * @param processes the JobManager first
 */
record ClusterState(URI rest, List<Member> processes) {
  /** A process of the cluster. Its log is {@code log/<name>.log}. */
  record Member(String name, long pid) {
    /** Name of the log file in the log directory. */
    String logFile() {
      return name + ".log";
    }

    LocalProcess process(Path directory) {
      return new LocalProcess(pid, marker(directory));
    }

    boolean lives(Path directory) {
      return process(directory).living().isPresent();
    }
  }

  ClusterState {
    processes = List.copyOf(processes);
  }

  Member jobManager() {
    return processes.get(0);
  }

  List<Member> taskManagers() {
    return processes.subList(1, processes.size());
  }

  /** The JVM flag that identifies a process of the cluster in this directory. */
  static String marker(Path directory) {
    return "-Dfilbert.cluster=" + directory;
  }

  /** The file that holds the state of the cluster in this directory. */
  static StateFile<ClusterState> in(Path directory) {
    return new StateFile<>("cluster", directory, ClusterState.class);
  }
}
