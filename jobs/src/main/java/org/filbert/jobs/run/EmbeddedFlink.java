package org.filbert.jobs.run;

import java.time.Duration;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.ResourceManagerOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.configuration.WebOptions;
import org.apache.flink.streaming.api.environment.LocalStreamEnvironment;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Settings of a Flink cluster inside this process. A separate cluster has its own settings. */
public final class EmbeddedFlink {
  private static final MemorySize LEAST = MemorySize.ofMebiBytes(64);

  /** Each worker sends sums to all others, so network memory grows with the square of P. */
  private static final long BYTES_OF_A_PAIR = 256 << 10;

  private static final String LOOPBACK = "localhost";

  private EmbeddedFlink() {}

  /**
   * Sets one slot per worker and binds all ports to the loopback interface. Addresses that the
   * settings name stay. Whoever reaches Flink's REST port can run programs. Temporary files are in
   * a directory of this process.
   */
  public static void configure(Configuration flink, int workers) {
    flink.set(TaskManagerOptions.NUM_TASK_SLOTS, workers);
    flink.set(
        ResourceManagerOptions.REQUIREMENTS_CHECK_DELAY,
        Duration.ZERO); // all slots are already there
    setUnlessGiven(flink, RestOptions.BIND_ADDRESS, LOOPBACK);
    setUnlessGiven(flink, JobManagerOptions.BIND_HOST, LOOPBACK); // serves the files of jobs
    setUnlessGiven(flink, TaskManagerOptions.BIND_HOST, LOOPBACK); // serves collected results
    setUnlessGiven(flink, WebOptions.SUBMIT_ENABLE, false);
    if (runs(flink)) {
      String temporary = TemporaryDirectory.ofProcess().path().toString();
      setUnlessGiven(flink, CoreOptions.TMP_DIRS, temporary);
      setUnlessGiven(flink, WebOptions.TMP_DIR, temporary);
    }
  }

  /** Whether jobs with these settings run in a Flink inside this process. */
  public static boolean runs(Configuration flink) {
    return StreamExecutionEnvironment.getExecutionEnvironment(flink)
        instanceof LocalStreamEnvironment;
  }

  /** As {@link #configure}, with network buffers for the sums of a loop. */
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
