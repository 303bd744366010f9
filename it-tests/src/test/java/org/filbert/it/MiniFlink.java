package org.filbert.it;

import java.nio.file.Path;
import java.time.Duration;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;

/** The Flink cluster in this process that a test runs its jobs on, and its settings. */
public final class MiniFlink {
  private MiniFlink() {}

  public static MiniClusterExtension cluster(int taskManagers, int slots) {
    return cluster(taskManagers, slots, new Configuration());
  }

  /**
   * @param configuration of the cluster
   */
  public static MiniClusterExtension cluster(
      int taskManagers, int slots, Configuration configuration) {
    return new MiniClusterExtension(
        new MiniClusterResourceConfiguration.Builder()
            .setNumberTaskManagers(taskManagers)
            .setNumberSlotsPerTaskManager(slots)
            .setConfiguration(configuration)
            .build());
  }

  /** Checkpoints often into a directory, and starts again after a failure. */
  static Configuration recovering(Path checkpoints, Duration interval) {
    Configuration configuration = new Configuration();
    configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, interval);
    configuration.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
    configuration.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, checkpoints.toUri().toString());
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 10);
    configuration.set(
        RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(10));
    return configuration;
  }
}
