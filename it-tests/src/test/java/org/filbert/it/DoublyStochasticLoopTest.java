package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.filbert.connectors.flink.InstanceSerializer;
import org.filbert.data.Instance;
import org.filbert.linalg.Backend;
import org.filbert.loss.LogisticLoss;
import org.filbert.model.DoublyStochastic;
import org.filbert.model.TrainedModel;
import org.filbert.online.Algorithm;
import org.filbert.operators.loop.SuperstepLoop;
import org.filbert.testing.Descents;
import org.filbert.testing.LetterData;
import org.filbert.testing.Shards;
import org.filbert.train.Training;
import org.filbert.train.columns.Scaling;
import org.filbert.workers.LocalWorkers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Doubly stochastic training on Flink has the bits of local workers, with failures too. */
class DoublyStochasticLoopTest {
  @RegisterExtension static final SharedFlink FLINK = SharedFlink.ofTwo();

  private static final List<Instance> ROWS = LetterData.instances(1500, 300);
  private static final int FAILURES = 3;
  private static final AtomicInteger FAILED = new AtomicInteger();

  @TempDir static Path checkpoints;

  private static class Descent extends LetterLoop {
    private final int epochs;

    Descent(String name, int workers, int epochs) {
      super(name, workers, 0, epochs);
      this.epochs = epochs;
    }

    @Override
    Training training() {
      return Descents.training(
          Descents.options(0.2, 16, 64, new Algorithm.Cdsg(3), new LogisticLoss(), 20, 150, epochs),
          new Scaling.Divide(15));
    }
  }

  private static final class Failing extends Descent {
    private final String directory = checkpoints.toString();

    Failing(int epochs) {
      super("failing-gradients", 2, epochs);
    }

    @Override
    public Backend backend(int slots) {
      return FailingBlas.in(
          super.backend(slots), new Injection(Path.of(directory), FAILURES, FAILED));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void flinkGivesTheBitsOfLocalWorkers(int workers) throws Exception {
    Descent loop = new Descent("gradients-" + workers, workers, 3);
    run(loop, new Configuration());
    assertSameBitsAsLocal(loop, loop);
  }

  @Test
  void failuresDoNotChangeABit() throws Exception {
    Configuration configuration = MiniFlink.recovering(checkpoints, Duration.ofMillis(20));
    Failing loop = new Failing(14);
    run(loop, configuration);
    assertThat(FAILED).hasValue(FAILURES);
    assertSameBitsAsLocal(loop, new Descent("undisturbed-gradients", 2, 14));
  }

  private static void run(LetterLoop loop, Configuration configuration) throws Exception {
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    SuperstepLoop.build(env.fromData(ROWS, InstanceSerializer.TYPE), loop);
    env.execute();
  }

  private static void assertSameBitsAsLocal(LetterLoop onFlink, LetterLoop locally) {
    TrainedModel found = LetterLoop.MODELS.remove(onFlink.name());
    try (LocalWorkers local = Shards.local(ROWS, locally.placement(), locally.backend(1))) {
      TrainedModel trained = locally.training().run(local).model();
      assertThat(found.calibration()).isEqualTo(trained.calibration()).isNotNull();
      DoublyStochastic expected = (DoublyStochastic) trained.model();
      DoublyStochastic model = (DoublyStochastic) found.model();
      assertThat(model.blocks()).isEqualTo(expected.blocks());
      assertThat(bits(model)).isEqualTo(bits(expected));
    }
  }

  private static long[] bits(DoublyStochastic model) {
    return Arrays.stream(model.a().toArray()).mapToLong(Double::doubleToRawLongBits).toArray();
  }
}
