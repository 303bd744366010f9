package org.filbert.jobs.cluster;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.filbert.jobs.process.LocalProcess;
import org.filbert.jobs.process.StateFile;

/**
 * What is known of a running cluster.
 *
 * @param rest address of the JobManager
 * @param processes the JobManager first
 */
record ClusterState(URI rest, List<Member> processes) {
  /** One process of the cluster; its log is {@code log/<name>.log}. */
  record Member(String name, long pid) {
    /** Name of the log file in the directory of logs. */
    String logFile() {
      return name + ".log";
    }

    LocalProcess process(Path directory) {
      return new LocalProcess(pid, marker(directory));
    }
  }

  /** The JVM flag by which a cluster's processes are known. */
  static String marker(Path directory) {
    return "-Dfilbert.cluster=" + directory;
  }

  /** Where the state of a directory's cluster is kept. */
  static StateFile<ClusterState> in(Path directory) {
    return new StateFile<>(directory, ClusterState.class);
  }
}
