package org.filbert.jobs.run;

import java.time.Duration;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.ResourceManagerOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.configuration.WebOptions;

/** What a Flink in this process needs for so many workers; a cluster has settings of its own. */
public final class EmbeddedFlink {
  private static final MemorySize LEAST = MemorySize.ofMebiBytes(64);

  /** Workers send sums to each other, each to all: channels grow with their square. */
  private static final long BYTES_OF_A_PAIR = 256 << 10;

  private static final String LOOPBACK = "localhost";

  private EmbeddedFlink() {}

  /**
   * One slot for each worker, and ports that no other machine reaches, unless the settings name
   * addresses: who reaches Flink's REST port may have it run a program.
   */
  public static void configure(Configuration flink, int workers) {
    flink.set(TaskManagerOptions.NUM_TASK_SLOTS, workers);
    flink.set(ResourceManagerOptions.REQUIREMENTS_CHECK_DELAY, Duration.ZERO); // all slots are here
    setUnlessGiven(flink, RestOptions.BIND_ADDRESS, LOOPBACK);
    setUnlessGiven(flink, JobManagerOptions.BIND_HOST, LOOPBACK); // of jobs' files
    setUnlessGiven(flink, TaskManagerOptions.BIND_HOST, LOOPBACK); // of results that are collected
    setUnlessGiven(flink, WebOptions.SUBMIT_ENABLE, false);
  }

  /** The same for a loop, with network buffers for what its workers send each other. */
  public static void configureLoop(Configuration flink, int workers) {
    configure(flink, workers);
    MemorySize pairs = new MemorySize(BYTES_OF_A_PAIR * workers * workers);
    MemorySize network = pairs.compareTo(LEAST) > 0 ? pairs : LEAST;
    flink.set(TaskManagerOptions.NETWORK_MEMORY_MIN, network);
    flink.set(TaskManagerOptions.NETWORK_MEMORY_MAX, network);
  }

  private static <T> void setUnlessGiven(Configuration flink, ConfigOption<T> option, T value) {
    if (!flink.contains(option)) {
      flink.set(option, value);
    }
  }
}
