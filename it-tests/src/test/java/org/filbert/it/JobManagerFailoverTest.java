package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.highavailability.nonha.embedded.HaLeadershipControl;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.filbert.connectors.flink.InstanceSerializer;
import org.filbert.data.Instance;
import org.filbert.jobs.run.JobEnd;
import org.filbert.linalg.Backend;
import org.filbert.operators.loop.Channels;
import org.filbert.operators.loop.SuperstepLoop;
import org.filbert.testing.LetterData;
import org.filbert.testing.Shards;
import org.filbert.workers.LocalWorkers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * A job that repeatedly moves to another JobManager during a superstep has the results of an
 * undisturbed one. The new JobManager counts attempts from 0, in the process in which the old
 * attempts end.
 */
class JobManagerFailoverTest {
  @RegisterExtension
  static final MiniClusterExtension FLINK =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(4)
              .withHaLeadershipControl()
              .build());

  private static final int CHANGES = 3;
  private static final Semaphore WANTED = new Semaphore(0);
  private static final AtomicInteger ASKED = new AtomicInteger();
  private static final AtomicInteger CHANGED = new AtomicInteger();

  @TempDir Path checkpoints;

  /** Requests another JobManager after further checkpoints, and waits for it during a superstep. */
  private record Asking(Path checkpoints) implements Runnable {
    @Override
    public void run() {
      int soFar = ASKED.get();
      if (soFar < CHANGES
          && Injection.newestCheckpoint(checkpoints) > 2L * soFar + 1
          && ASKED.compareAndSet(soFar, soFar + 1)) {
        WANTED.release();
        boolean interrupted = false;
        while (CHANGED.get() == soFar) {
          interrupted |= Thread.interrupted(); // by Flink, when it cancels the task
          LockSupport.parkNanos(1_000_000);
        }
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }

  private static final class Training extends LetterLoop {
    private final String directory;

    Training(Path checkpoints) {
      super("led", 2, 100, 40);
      directory = checkpoints.toString();
    }

    @Override
    public Backend backend(int slots) {
      return FailingBlas.in(super.backend(slots), new Asking(Path.of(directory)));
    }
  }

  private static final class Stream extends StreamJob.Spec {
    private final String directory;

    Stream(Path checkpoints) {
      super("stream", 2);
      directory = checkpoints.toString();
    }

    @Override
    public Backend backend(int slots) {
      return FailingBlas.in(super.backend(slots), new Asking(Path.of(directory)));
    }
  }

  private static void follow(JobClient job, MiniCluster flink) throws Exception {
    HaLeadershipControl leadership = flink.getHaLeadershipControl().orElseThrow();
    for (int change = 0; change < CHANGES; change++) {
      while (!WANTED.tryAcquire(10, TimeUnit.MILLISECONDS)) {
        assertThat(JobEnd.within(1, job.getJobExecutionResult())).isFalse();
      }
      leadership.revokeJobMasterLeadership(job.getJobID()).get();
      leadership.grantJobMasterLeadership(job.getJobID()).get();
      CHANGED.incrementAndGet();
    }
    job.getJobExecutionResult().get();
    assertThat(ASKED).hasValue(CHANGES);
    assertThat(Channels.open()).isZero();
  }

  @Test
  void theModelOfATrainingHasTheSameBits(@InjectMiniCluster MiniCluster flink) throws Exception {
    ASKED.set(0);
    CHANGED.set(0);
    List<Instance> rows = LetterData.instances(900, 100);
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.getExecutionEnvironment(
            MiniFlink.recovering(checkpoints, Duration.ofMillis(20)));
    Training training = new Training(checkpoints);
    SuperstepLoop.build(env.fromData(rows, InstanceSerializer.TYPE), training);
    follow(env.executeAsync(), flink);

    LetterLoop calm = new LetterLoop("calm", 2, 100, 40);
    try (LocalWorkers local = Shards.local(rows, calm.placement(), calm.backend(1))) {
      LoopTest.assertSameBits(
          LetterLoop.MODELS.remove(training.name()), calm.training().run(local).model());
    }
  }

  @Test
  @Tag("ci")
  void theOutputsOfAStreamAreTheSame(@InjectMiniCluster MiniCluster flink) throws Exception {
    ASKED.set(0);
    CHANGED.set(0);
    StreamJob job = new StreamJob("led", 2, 80_000, 20);
    follow(
        job.build(
                MiniFlink.recovering(checkpoints, Duration.ofMillis(10)),
                new Stream(checkpoints),
                Collecting::line)
            .executeAsync(),
        flink);
    assertThat(Collecting.COLLECTED.remove(job.name())).isEqualTo(job.expected());
  }
}
