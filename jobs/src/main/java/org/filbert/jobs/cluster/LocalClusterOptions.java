package org.filbert.jobs.cluster;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.filbert.jobs.config.yaml.ByteSize;

/**
 * Options of a local cluster.
 *
 * @param directory for its configuration, logs, temporary files and state
 * @param taskManagers number of TaskManager processes
 * @param slots of each TaskManager
 * @param restPort of the JobManager on 127.0.0.1; 0 chooses a free port
 * @param jobManagerMemory of the whole process
 * @param taskManagerMemory of each whole process, native memory included
 * @param settings of Flink, which override the computed ones
 * @param timeout for all TaskManagers and their slots to register
 */
public record LocalClusterOptions(
    Path directory,
    int taskManagers,
    int slots,
    int restPort,
    ByteSize jobManagerMemory,
    ByteSize taskManagerMemory,
    Map<String, String> settings,
    Duration timeout) {
  /** Memory that a TaskManager needs besides data. */
  private static final long BASE_MEBIBYTES = 900;

  /** Share of the data memory that lies outside the Java heap, for matrices. */
  private static final double NATIVE_SHARE = 0.7;

  public LocalClusterOptions {
    directory = directory.toAbsolutePath().normalize();
    if (directory.toString().matches(".*[,:].*")) {
      throw new IllegalArgumentException(
          directory
              + ": found a comma or a colon, by which Flink separates directories, allowed others");
    }
    settings = Map.copyOf(settings);
    requireBetween("task managers", taskManagers, 1, 64);
    requireBetween("slots", slots, 1, 256);
    requireBetween("REST port", restPort, 0, 65_535);
    if (taskManagerMemory.mebibytes() < 1024) {
      throw new IllegalArgumentException(
          "a TaskManager would have " + taskManagerMemory + " of memory, must be at least 1g");
    }
    if (jobManagerMemory.mebibytes() < 768) {
      throw new IllegalArgumentException(
          "the JobManager would have " + jobManagerMemory + " of memory, must be at least 768m");
    }
  }

  /** The slots of all TaskManagers. */
  int allSlots() {
    return taskManagers * slots;
  }

  /** Memory of a TaskManager that Flink reserves for native matrices. */
  ByteSize nativeMemory() {
    return ByteSize.ofMebibytes(
        (long) (NATIVE_SHARE * (taskManagerMemory.mebibytes() - BASE_MEBIBYTES)));
  }

  private static void requireBetween(String name, int value, int from, int to) {
    if (value < from || value > to) {
      throw new IllegalArgumentException(
          name + ": " + value + ", must be from " + from + " to " + to);
    }
  }
}
