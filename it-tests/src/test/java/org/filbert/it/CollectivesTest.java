package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
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
  @CsvSource({"1, 0", "2, 1", "3, 1", "3, 2"})
  void failuresAtEveryTaskChangeNothing(
      int workers, int shift, @InjectMiniCluster MiniCluster flink) throws Exception {
    CollectivesLoop loop = new CollectivesLoop("failing-" + workers + shift, workers, 4, 400);
    Disturbance disturbance = new Disturbance(flink, workers, shift);
    Collectives.WATCHERS.put(loop.name(), disturbance);
    try {
      Configuration configuration = MiniFlink.recovering(checkpoints, Duration.ofDays(1));
      configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 1000);
      configuration.set(
          RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(1));
      JobClient client = loop.build(configuration).executeAsync();
      disturbance.job.complete(client.getJobID());
      client.getJobExecutionResult().get();
    } finally {
      Collectives.WATCHERS.remove(loop.name());
    }
    assertThat(loop.result()).isEqualTo(loop.expected());
    assertThat(disturbance.failures).hasValueGreaterThan(workers == 1 ? 2 : 20);
  }

  /** Takes checkpoints, and makes workers fail once they are complete. */
  private static final class Disturbance implements Collectives.Watcher {
    private final CompletableFuture<JobID> job = new CompletableFuture<>();
    private final AtomicInteger failures = new AtomicInteger();
    private static final CountDownLatch NOTHING = new CountDownLatch(0);

    private final MiniCluster flink;
    private final int workers;
    private final int shift;
    private final Set<Integer> disturbed = new HashSet<>();

    private CompletableFuture<?> checkpoint = CompletableFuture.completedFuture("none yet");
    private CountDownLatch seen = NOTHING;
    private int other = -1;

    Disturbance(MiniCluster flink, int workers, int shift) {
      this.flink = flink;
      this.workers = workers;
      this.shift = shift;
    }

    @Override
    public void begins(int worker, int task) {
      CompletableFuture<?> complete = failsAfter(worker);
      if (complete != null) {
        complete.join();
        throw new IllegalStateException("injected failure " + failures.incrementAndGet());
      }
      try {
        takeCheckpoint(worker, task).await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    /** The checkpoint that a worker is in and has to fail after, if there is one. */
    private synchronized @Nullable CompletableFuture<?> failsAfter(int worker) {
      if (worker != other || seen.getCount() > 0) {
        return null;
      }
      other = -1;
      return checkpoint;
    }

    private synchronized CountDownLatch takeCheckpoint(int worker, int task) {
      if (other >= 0 || worker != task % workers || !disturbed.add(task)) {
        return NOTHING;
      }
      other = (worker + shift) % workers;
      seen = new CountDownLatch(1);
      checkpoint = trigger(job.join(), 1000);
      return shift == 0 ? NOTHING : seen;
    }

    /** Not all operators need be at work again yet. */
    private CompletableFuture<String> trigger(JobID id, int attempts) {
      return flink
          .triggerCheckpoint(id)
          .exceptionallyCompose(
              failure ->
                  attempts > 0
                      ? trigger(id, attempts - 1)
                      : CompletableFuture.failedFuture(failure));
    }

    @Override
    public synchronized void written(int worker) {
      if (worker == other) {
        seen.countDown();
      }
    }
  }
}
