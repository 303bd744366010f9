package org.filbert.jobs.training;

import java.io.IOException;
import java.time.Duration;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.core.fs.Path;
import org.filbert.jobs.config.CheckpointConfig;

/** Checkpoints and restarts of a run. */
public final class Recovery {
  private Recovery() {}

  /** Sets them in a job's configuration. */
  public static void configure(
      Configuration flink, CheckpointConfig checkpoint, String runDirectory) throws IOException {
    Path directory = new Path(checkpoint.directory().orElse(runDirectory + "/checkpoints"));
    flink.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, checkpoint.interval());
    flink.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
    flink.set(
        CheckpointingOptions.CHECKPOINTS_DIRECTORY,
        directory.makeQualified(directory.getFileSystem()).toString());
    flink.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
    flink.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, checkpoint.restarts());
    flink.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofSeconds(1));
  }
}
