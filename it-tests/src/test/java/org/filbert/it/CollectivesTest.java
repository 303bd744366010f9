package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.filbert.workers.Worker;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** All that workers do together has the same bits on Flink, whatever happens to the job. */
class CollectivesTest {
  @RegisterExtension static final MiniClusterExtension FLINK = MiniFlink.cluster(2, 2);

  @TempDir Path checkpoints;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void flinkGivesTheBitsOfLocalWorkers(int workers) throws Exception {
    CollectivesLoop loop = new CollectivesLoop("collectives-" + workers, workers, 5, 400);
    loop.build(new Configuration()).execute();
    assertThat(loop.result()).isEqualTo(loop.expected());
  }

  /**
   * At every task of one worker a checkpoint is taken that sees another worker before the first is
   * done with the task; as soon as it is complete the job fails.
   *
   * @param shift how far the other worker is from the one that begins
   */
  @ParameterizedTest
  @CsvSource({"1, 0, 100", "2, 1, 4", "3, 1, 4", "3, 2, 4"})
  void failuresAtEveryTaskChangeNothing(
      int workers, int shift, int steps, @InjectMiniCluster MiniCluster flink) throws Exception {
    CollectivesLoop loop = new CollectivesLoop("failing-" + workers + shift, workers, steps, 400);
    Disturbance disturbance = new Disturbance(flink, workers, shift);
    Collectives.WATCHERS.put(loop.name(), disturbance);
    try {
      Configuration configuration = MiniFlink.recovering(checkpoints, Duration.ofSeconds(1));
      configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 1000);
      configuration.set(CheckpointingOptions.CHECKPOINTING_TIMEOUT, Duration.ofSeconds(5));
      configuration.set(
          RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(1));
      JobClient client = loop.build(configuration).executeAsync();
      disturbance.job.complete(client.getJobID());
      client.getJobExecutionResult().get();
    } finally {
      Collectives.WATCHERS.remove(loop.name());
    }
    assertThat(loop.result()).isEqualTo(loop.expected());
    assertThat(disturbance.failures).isGreaterThan(workers == 1 ? 2 : 20);
  }

  /** Takes checkpoints, and makes workers fail once they are complete. */
  private static final class Disturbance implements Collectives.Watcher {
    private final CompletableFuture<JobID> job = new CompletableFuture<>();
    private static final CountDownLatch NOTHING = new CountDownLatch(0);

    private final MiniCluster flink;
    private final int workers;
    private final int shift;
    private final Set<Integer> disturbed = new HashSet<>();
    private final Set<Worker> alive = new HashSet<>();
    private final Set<Worker> dead = new HashSet<>();
    private int failures;

    private CompletableFuture<?> checkpoint = CompletableFuture.completedFuture("none yet");
    private CountDownLatch seen = NOTHING;
    private int other = -1;

    Disturbance(MiniCluster flink, int workers, int shift) {
      this.flink = flink;
      this.workers = workers;
      this.shift = shift;
    }

    @Override
    public void begins(Worker worker, int task) {
      if (!alive(worker)) {
        return;
      }
      try {
        CompletableFuture<?> complete = failsAfter(worker.index());
        if (complete != null && isTaken(complete)) {
          throw new IllegalStateException("injected failure " + fail());
        }
        if (isTime(worker.index(), task)) {
          takeCheckpoint(worker.index());
        }
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    /** Checkpoints fail while some operators are not yet at work, or just done. */
    private static boolean isTaken(CompletableFuture<?> checkpoint) throws InterruptedException {
      try {
        checkpoint.get();
        return true;
      } catch (ExecutionException e) {
        return false;
      }
    }

    /** Whether no worker that was there with this one has failed. */
    private synchronized boolean alive(Worker worker) {
      if (!dead.contains(worker)) {
        alive.add(worker);
      }
      return alive.contains(worker);
    }

    private synchronized int fail() {
      dead.addAll(alive);
      alive.clear();
      return ++failures;
    }

    /** The checkpoint that a worker is in and has to fail after, if there is one. */
    private synchronized @Nullable CompletableFuture<?> failsAfter(int worker) {
      if (worker != other || seen.getCount() > 0) {
        return null;
      }
      other = -1;
      return checkpoint;
    }

    private synchronized boolean isTime(int worker, int task) {
      return other < 0 && worker == task % workers && disturbed.add(task);
    }

    /** Goes on once the other worker is in a checkpoint. */
    private void takeCheckpoint(int worker) throws InterruptedException {
      CompletableFuture<?> begun = trigger(worker);
      while (shift > 0 && begun.isCompletedExceptionally()) {
        begun = trigger(worker);
      }
    }

    private CompletableFuture<?> trigger(int worker) throws InterruptedException {
      CountDownLatch inCheckpoint = new CountDownLatch(1);
      CompletableFuture<?> begun;
      synchronized (this) {
        other = (worker + shift) % workers;
        seen = inCheckpoint;
        begun = flink.triggerCheckpoint(job.join());
        checkpoint = begun;
      }
      if (shift > 0) {
        begun.exceptionally(
            failure -> {
              inCheckpoint.countDown();
              return null;
            });
        inCheckpoint.await();
      }
      return begun;
    }

    @Override
    public synchronized void written(int worker) {
      if (worker == other) {
        seen.countDown();
      }
    }
  }
}
