package org.filbert.jobs.kafka;

import java.nio.file.Path;
import org.filbert.jobs.process.LocalProcess;
import org.filbert.jobs.process.StateFile;

/** What is known of a running broker. */
record BrokerState(String bootstrapServers, long pid) {
  /** The JVM flag by which the broker's process is known. */
  static String marker(Path directory) {
    return "-Dfilbert.kafka=" + directory;
  }

  /** Where the state of a directory's broker is kept. */
  static StateFile<BrokerState> in(Path directory) {
    return new StateFile<>(directory, BrokerState.class);
  }

  LocalProcess process(Path directory) {
    return new LocalProcess(pid, marker(directory));
  }
}
