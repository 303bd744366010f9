package org.filbert.it;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.filbert.connectors.flink.InstanceSerializer;
import org.filbert.data.Instance;
import org.filbert.linalg.Backend;
import org.filbert.operators.loop.SuperstepLoop;
import org.filbert.testing.LetterData;
import org.filbert.testing.Shards;
import org.filbert.workers.LocalWorkers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Two trainings in one process, one of which fails repeatedly, do not affect each other. */
class TwoJobsTest {
  @RegisterExtension static final SharedFlink FLINK = new SharedFlink();

  private static final AtomicInteger FAILED = new AtomicInteger();

  @TempDir Path directory;

  private static final class Failing extends LetterLoop {
    private final String directory;
    private final int failures;

    Failing(String name, int epochs, Path checkpoints, int failures) {
      super(name, 2, 100, epochs);
      this.directory = checkpoints.toString();
      this.failures = failures;
    }

    @Override
    public Backend backend(int slots) {
      return FailingBlas.in(
          super.backend(slots), new Injection(Path.of(directory), failures, FAILED));
    }
  }

  @Test
  void bothHaveTheBitsThatTheyHaveAlone() throws Exception {
    Path first = Files.createDirectory(directory.resolve("first"));
    Path second = Files.createDirectory(directory.resolve("second"));
    Failing failing = new Failing("failing-one", 40, first, 3);
    LetterLoop calm = new LetterLoop("calm-one", 2, 150, 40);
    List<Instance> rows = LetterData.instances(1500, 300);
    List<Instance> others = LetterData.instances(1000, 200);
    JobClient one = start(failing, rows, first);
    JobClient other = start(calm, others, second);
    one.getJobExecutionResult().get();
    other.getJobExecutionResult().get();
    assertSameBits(failing, new LetterLoop("undisturbed", 2, 100, 40), rows);
    assertSameBits(calm, calm, others);
  }

  private static JobClient start(LetterLoop loop, List<Instance> rows, Path checkpoints)
      throws Exception {
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.getExecutionEnvironment(
            MiniFlink.recovering(checkpoints, Duration.ofMillis(20)));
    SuperstepLoop.build(env.fromData(rows, InstanceSerializer.TYPE), loop);
    return env.executeAsync();
  }

  private static void assertSameBits(LetterLoop ran, LetterLoop alone, List<Instance> rows) {
    try (LocalWorkers local = Shards.local(rows, ran.placement(), alone.backend(1))) {
      LoopTest.assertSameBits(
          LetterLoop.MODELS.remove(ran.name()), alone.training().run(local).model());
    }
  }
}
