package org.filbert.jobs.kafka;

import java.nio.file.Path;
import org.filbert.jobs.process.LocalProcess;
import org.filbert.jobs.process.StateFile;

/** The process of a local broker, as stored in its directory. */
record BrokerState(String bootstrapServers, long pid) {
  /** The JVM flag that identifies the process of the broker in this directory. */
  static String marker(Path directory) {
    return "-Dfilbert.kafka=" + directory;
  }

  /** The file that holds the state of the broker in this directory. */
  static StateFile<BrokerState> in(Path directory) {
    return new StateFile<>(directory, BrokerState.class);
  }

  LocalProcess process(Path directory) {
    return new LocalProcess(pid, marker(directory));
  }
}
