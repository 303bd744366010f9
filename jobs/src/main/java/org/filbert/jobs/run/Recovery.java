package org.filbert.jobs.run;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.RecoveryClaimMode;
import org.filbert.jobs.config.section.CheckpointConfig;
import org.filbert.jobs.config.yaml.ConfigException;

/**
 * Configures checkpoints and restarts of a run.
 *
 * <p>A checkpoint waits for the current superstep, which may be the factorisation of a large block.
 * The timeout here only covers that wait: the loop's driver aborts a checkpoint that is not written
 * in time. An aborted checkpoint is no failure. A run restarts after every failure that it does not
 * call final. The pause before a restart doubles with each failure and is reset after a quiet time.
 */
public final class Recovery {
  private static final Duration LONGEST_SUPERSTEP = Duration.ofDays(30);
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);
  private static final Duration QUIET = Duration.ofMinutes(10);

  private Recovery() {}

  /**
   * Sets checkpoints, restarts and the first state in a job's configuration. A timeout that is
   * already set stays.
   *
   * @return the checkpoint or savepoint that the job starts from, if any
   */
  public static Optional<String> configure(
      Configuration flink, CheckpointConfig checkpoint, RunStart run) throws IOException {
    StoredState state = run.state(checkpoint);
    flink.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, checkpoint.interval());
    flink.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
    flink.set(
        CheckpointingOptions.CHECKPOINTS_DIRECTORY, StoredState.qualified(state.checkpoints()));
    flink.set(CheckpointingOptions.SAVEPOINT_DIRECTORY, StoredState.qualified(state.savepoints()));
    flink.set(
        CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
        ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
    if (!flink.contains(CheckpointingOptions.CHECKPOINTING_TIMEOUT)) {
      flink.set(CheckpointingOptions.CHECKPOINTING_TIMEOUT, LONGEST_SUPERSTEP);
    }
    flink.set(CheckpointingOptions.TOLERABLE_FAILURE_NUMBER, Integer.MAX_VALUE);
    flink.set(RestartStrategyOptions.RESTART_STRATEGY, "exponential-delay");
    flink.set(
        RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_INITIAL_BACKOFF, FIRST_PAUSE);
    flink.set(RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_MAX_BACKOFF, LONGEST_PAUSE);
    flink.set(RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_BACKOFF_MULTIPLIER, 2.0);
    flink.set(RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_JITTER_FACTOR, 0.1);
    flink.set(
        RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_RESET_BACKOFF_THRESHOLD, QUIET);
    flink.set(
        RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_ATTEMPTS, Integer.MAX_VALUE);
    Optional<String> from =
        run.occasion() == RunStart.Occasion.NEW ? Optional.empty() : state.newest(run.savepoint());
    from.ifPresent(
        path -> {
          flink.set(StateRecoveryOptions.SAVEPOINT_PATH, path);
          flink.set(StateRecoveryOptions.RESTORE_MODE, RecoveryClaimMode.CLAIM);
        });
    return from;
  }

  /**
   * As {@link #configure}, for a stream: a run of one is not resumed from its beginning.
   *
   * @return the checkpoint or savepoint that the job starts from, if any
   * @throws ConfigException if there is nothing to resume from
   */
  public static Optional<String> configureStream(
      Configuration flink, CheckpointConfig checkpoint, RunStart run) throws IOException {
    Optional<String> from = configure(flink, checkpoint, run);
    if ((run.occasion() == RunStart.Occasion.RESUMED || run.savepoint().isPresent())
        && from.isEmpty()) {
      throw new ConfigException(
          run.directory() + ": found no checkpoint and no savepoint to resume from");
    }
    return from;
  }

  /**
   * Checks that a stream can go on with its workers.
   *
   * @param from a checkpoint or savepoint
   * @param uid of the operator of the workers
   * @throws ConfigException if they are more than Flink allows
   */
  public static void checkWorkers(String from, String uid, int workers) throws IOException {
    int highest = StoredState.highestParallelism(from, uid).orElse(Integer.MAX_VALUE);
    if (workers > highest) {
      throw new ConfigException(
          "parallelism is %s, the run goes on with %s at most: that was fixed when it began"
              .formatted(workers, highest));
    }
  }
}
