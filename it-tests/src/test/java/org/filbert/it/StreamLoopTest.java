package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.filbert.linalg.Backend;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A stream program on Flink gives the bits of local workers, with failures too. */
class StreamLoopTest {
  @RegisterExtension static final SharedFlink FLINK = SharedFlink.ofTwo();

  private static final int FAILURES = 3;
  private static final AtomicInteger FAILED = new AtomicInteger();

  @TempDir static Path checkpoints;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void flinkGivesTheOutputsOfLocalWorkers(int workers) throws Exception {
    StreamJob job = new StreamJob("plain-" + workers, workers, 1003, 10);
    job.build(new Configuration()).execute();
    assertThat(Collecting.COLLECTED.remove(job.name())).isEqualTo(job.expected());
  }

  private static final class Failing extends StreamJob.Spec {
    private final String directory = checkpoints.toString();

    Failing() {
      super("failing", 2);
    }

    @Override
    public Backend backend(int slots) {
      return FailingBlas.in(
          super.backend(slots), new Injection(Path.of(directory), FAILURES, FAILED));
    }
  }

  @Test
  void failuresChangeNothing() throws Exception {
    StreamJob job = new StreamJob("failing", 2, 80_000, 20);
    job.build(
            MiniFlink.recovering(checkpoints, Duration.ofMillis(10)),
            new Failing(),
            Collecting::line)
        .execute();
    assertThat(FAILED).hasValue(FAILURES);
    assertThat(Collecting.COLLECTED.remove(job.name())).isEqualTo(job.expected());
  }

  @Test
  void aStreamThatWasStoppedAndResumedIsTheSame(@TempDir Path savepoints) throws Exception {
    StreamJob job = new StreamJob("stopped", 2, 60_000, 20);
    CountDownLatch underWay = new CountDownLatch(1);
    Collecting.WATCHERS.put(
        job.name(),
        count -> {
          if (count == 1000) {
            underWay.countDown();
          }
        });
    Configuration configuration =
        MiniFlink.recovering(savepoints.resolve("checkpoints"), Duration.ofMillis(10));
    JobClient client = job.build(configuration).executeAsync();
    underWay.await();
    String savepoint =
        client
            .stopWithSavepoint(false, savepoints.toUri().toString(), SavepointFormatType.CANONICAL)
            .get();
    client.getJobExecutionResult().get();
    assertThat(Collecting.COLLECTED).doesNotContainKey(job.name());

    configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
    job.build(configuration).execute();
    assertThat(Collecting.COLLECTED.remove(job.name())).isEqualTo(job.expected());
  }
}
