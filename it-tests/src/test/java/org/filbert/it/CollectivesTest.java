package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.filbert.workers.Worker;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** All that workers do together has the same bits on Flink, whatever happens to the job. */
class CollectivesTest {
  @RegisterExtension static final SharedFlink FLINK = SharedFlink.ofTwo();

  @TempDir Path checkpoints;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void flinkGivesTheBitsOfLocalWorkers(int workers) throws Exception {
    CollectivesLoop loop = new CollectivesLoop("collectives-" + workers, workers, 5, 400);
    loop.build(new Configuration()).execute();
    assertThat(loop.result()).isEqualTo(loop.expected());
  }

  @Test
  void aFinishedRunLeavesNoCheckpointBehind() throws Exception {
    CollectivesLoop loop = new CollectivesLoop("finished", 2, 10, 100);
    loop.build(MiniFlink.recovering(checkpoints, Duration.ofMillis(10))).execute();
    assertThat(loop.result()).isEqualTo(loop.expected());
    // Flink deletes them on threads of its own, some after the job has ended.
    while (filesLeft()) {
      Thread.onSpinWait();
    }
  }

  private boolean filesLeft() throws IOException {
    try (Stream<Path> left = Files.walk(checkpoints)) {
      return left.anyMatch(Files::isRegularFile);
    } catch (UncheckedIOException e) {
      return true; // something was deleted while we looked
    }
  }

  /**
   * At every task that a worker begins it waits for a checkpoint that another worker is in already;
   * when that is complete the other fails.
   *
   * @param shift how far the other worker is from the one that waits; 0 if there is no other
   * @param failures at least so many in a run
   */
  @ParameterizedTest
  @CsvSource({"1, 0, 6, 1", "3, 2, 3, 5"})
  void failuresAtEveryTaskChangeNothing(int workers, int shift, int steps, int failures)
      throws Exception {
    failuresChangeNothing(workers, shift, steps, failures);
  }

  @ParameterizedTest
  @CsvSource({"2, 1, 3, 5", "3, 1, 3, 5"})
  @Tag("ci")
  void soDoTheyWithOtherNumbersOfWorkers(int workers, int shift, int steps, int failures)
      throws Exception {
    failuresChangeNothing(workers, shift, steps, failures);
  }

  private void failuresChangeNothing(int workers, int shift, int steps, int failures)
      throws Exception {
    assertThat(disturbedRun("failing-" + workers + shift, workers, shift, steps))
        .isGreaterThanOrEqualTo(failures);
  }

  /** Answers how often the job failed. */
  private int disturbedRun(String name, int workers, int shift, int steps) throws Exception {
    CollectivesLoop loop = new CollectivesLoop(name, workers, steps, 400);
    Disturbance disturbance = new Disturbance(checkpoints, workers, shift);
    Collectives.WATCHERS.put(loop.name(), disturbance);
    try {
      Configuration configuration = MiniFlink.recovering(checkpoints, Duration.ofMillis(10));
      configuration.set(CheckpointingOptions.CHECKPOINTING_TIMEOUT, Duration.ofSeconds(2));
      configuration.set(CheckpointingOptions.TOLERABLE_FAILURE_NUMBER, 1000);
      configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 1000);
      configuration.set(
          RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(1));
      loop.build(configuration).execute();
    } finally {
      Collectives.WATCHERS.remove(loop.name());
    }
    assertThat(loop.result()).isEqualTo(loop.expected());
    return disturbance.failures;
  }

  /** Waits for checkpoints, and makes workers fail once they are complete. */
  private static final class Disturbance implements Collectives.Watcher {
    private final Path checkpoints;
    private final int workers;
    private final int shift;
    private final Set<Integer> disturbed = new HashSet<>();

    /** When a worker's state was last written, counted in such events. */
    private final long[] written;

    private long events;

    /** Who fails after the checkpoint of this number. */
    private int victim = -1;

    private long last;
    private int failures;

    Disturbance(Path checkpoints, int workers, int shift) {
      this.checkpoints = checkpoints;
      this.workers = workers;
      this.shift = shift;
      this.written = new long[workers];
    }

    @Override
    public synchronized void begins(Worker worker, int task) {
      int index = worker.index();
      if (index == victim && isComplete()) {
        victim = -1;
        failures++;
        Arrays.fill(written, events); // the restarted workers are in no checkpoint yet
        throw new IllegalStateException("injected failure " + failures);
      }
      if (victim < 0 && index == task % workers && disturbed.add(task)) {
        int other = (index + shift) % workers;
        if (shift == 0 || isAhead(other, index)) {
          victim = other;
          last = Injection.newestCheckpoint(checkpoints);
        }
      }
    }

    /**
     * Waits until the checkpoint that the victim is in already is complete. Flink may give that
     * checkpoint up, so the wait is as long as a checkpoint may take. A victim that is the only
     * worker is in none yet and would wait for itself: it waits but a moment.
     */
    private boolean isComplete() {
      for (int left = shift == 0 ? 1 : 200; left > 0 && !isNewer(); left--) {
        pause();
      }
      return isNewer();
    }

    private boolean isNewer() {
      return Injection.newestCheckpoint(checkpoints) > last;
    }

    /**
     * Waits until a worker is in a checkpoint that another is not in. In vain if this is its first
     * task after a failure, which Flink may still count as a part of the restore.
     */
    private boolean isAhead(int worker, int other) {
      for (int left = 50; left > 0 && written[worker] <= written[other]; left--) {
        pause();
      }
      return written[worker] > written[other];
    }

    private void pause() {
      try {
        wait(10);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public synchronized void written(int worker) {
      written[worker] = ++events;
      notifyAll();
    }
  }
}
