package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.filbert.connectors.flink.InstanceSerializer;
import org.filbert.data.Instance;
import org.filbert.linalg.Backend;
import org.filbert.operators.loop.SuperstepLoop;
import org.filbert.testing.LetterData;
import org.filbert.testing.Shards;
import org.filbert.workers.LocalWorkers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A run whose workers fail again and again ends with the bits of a run that did not. */
class RecoveryTest {
  @RegisterExtension static final SharedFlink FLINK = SharedFlink.ofTwo();

  private static final int FAILURES = 3;
  private static final int EPOCHS = 40;
  private static final AtomicInteger FAILED = new AtomicInteger();

  @TempDir Path checkpoints;

  private static final class Failing extends LetterLoop {
    private final String directory;

    Failing(Path checkpoints) {
      super("failing", 2, 100, EPOCHS);
      directory = checkpoints.toString();
    }

    @Override
    public Backend backend(int slots) {
      return failing(super.backend(slots), directory);
    }
  }

  private static final class FailingPath extends PathLoop {
    private final String directory;

    FailingPath(Path checkpoints) {
      super("failing-path", 60);
      directory = checkpoints.toString();
    }

    @Override
    public Backend backend(int slots) {
      return failing(super.backend(slots), directory);
    }
  }

  private static final class FailingChoice extends ChoosingLoop {
    private final String directory;

    FailingChoice(Path checkpoints) {
      super("failing-choice", EPOCHS);
      directory = checkpoints.toString();
    }

    @Override
    public Backend backend(int slots) {
      return failing(super.backend(slots), directory);
    }
  }

  private static Backend failing(Backend real, String checkpoints) {
    return FailingBlas.in(real, new Injection(Path.of(checkpoints), FAILURES, FAILED));
  }

  @Test
  void theModelOfARunWithFailuresHasTheSameBits() throws Exception {
    assertSameBits(
        new Failing(checkpoints),
        new LetterLoop("undisturbed", 2, 100, EPOCHS),
        LetterData.instances(900, 100));
  }

  @Test
  void soDoesThatOfAChoiceByLeavingRowsOut() throws Exception {
    assertSameBits(
        new FailingChoice(checkpoints),
        new ChoosingLoop("undisturbed-choice", EPOCHS),
        LetterData.instances(600, 100));
  }

  @Test
  @Tag("ci")
  void soDoesThatOfAPathOverRidgesAndWidths() throws Exception {
    assertSameBits(
        new FailingPath(checkpoints),
        new PathLoop("undisturbed-path", 60),
        LetterData.instances(1500, 300).stream().map(PathLoop.SPLIT::apply).toList());
  }

  private void assertSameBits(LetterLoop loop, LetterLoop undisturbed, List<Instance> rows)
      throws Exception {
    FAILED.set(0);
    Configuration configuration = MiniFlink.recovering(checkpoints, Duration.ofMillis(20));
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    SuperstepLoop.build(env.fromData(rows, InstanceSerializer.TYPE), loop);
    env.execute();

    assertThat(FAILED).hasValue(FAILURES);
    try (LocalWorkers local = Shards.local(rows, loop.placement(), undisturbed.backend(1))) {
      LoopTest.assertSameBits(
          LetterLoop.MODELS.remove(loop.name()), undisturbed.training().run(local).model());
    }
  }
}
