package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.filbert.calibration.Softmax;
import org.filbert.connectors.OnBadRecord;
import org.filbert.connectors.TaskKind;
import org.filbert.connectors.file.DataSet;
import org.filbert.connectors.flink.InstanceReader;
import org.filbert.connectors.flink.InstanceSerializer;
import org.filbert.connectors.read.Input;
import org.filbert.connectors.text.Csv;
import org.filbert.data.DenseRows;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Role;
import org.filbert.data.Target;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.Gaussian;
import org.filbert.linalg.Matrix;
import org.filbert.model.KernelExpansion;
import org.filbert.model.RandomFeatures;
import org.filbert.model.TrainedModel;
import org.filbert.operators.loop.SuperstepLoop;
import org.filbert.system.SystemOptions;
import org.filbert.testing.EverySystem;
import org.filbert.testing.LetterData;
import org.filbert.testing.RunOptions;
import org.filbert.testing.Shards;
import org.filbert.testing.Trainings;
import org.filbert.train.Training;
import org.filbert.train.columns.Scaling;
import org.filbert.workers.LocalWorkers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same training on Flink and on local workers gives the same bits. */
class LoopTest {
  @RegisterExtension static final SharedFlink FLINK = SharedFlink.ofTwo();

  private static final List<Instance> ROWS = LetterData.instances(1500, 300);

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void flinkGivesTheBitsOfLocalWorkers(int workers) throws Exception {
    LetterLoop loop = new LetterLoop("letter-" + workers, workers, 200, 2);
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    SuperstepLoop.build(env.fromData(ROWS, InstanceSerializer.TYPE), loop);
    env.execute();
    TrainedModel onFlink = LetterLoop.MODELS.remove(loop.name());
    try (LocalWorkers local = Shards.local(ROWS, loop.placement(), loop.backend(1))) {
      assertSameBits(onFlink, loop.training().run(local).model());
    }
  }

  @Test
  void howManyReadersReadTheInputDoesNotMatter(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("rows.csv");
    Files.write(
        file,
        ROWS.stream()
            .map(Instance.Example.class::cast)
            .filter(row -> row.role() == Role.TRAIN)
            .map(LoopTest::line)
            .toList());
    Input input =
        Input.of(
            new DataSet(
                List.of(file.toString()),
                new Csv(",", false, "1", List.of()),
                null,
                Role.TRAIN,
                OnBadRecord.FAIL,
                TaskKind.CLASSIFICATION,
                true));
    List<TrainedModel> models = new ArrayList<>();
    for (int readers : new int[] {1, 3}) {
      LetterLoop loop = new LetterLoop("readers-" + readers, 2, 200, 1);
      StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
      SuperstepLoop.build(InstanceReader.read(env, input, "rows").setParallelism(readers), loop);
      env.execute();
      models.add(LetterLoop.MODELS.remove(loop.name()));
    }
    assertSameBits(models.get(0), models.get(1));
  }

  private static String line(Instance.Example row) {
    return ((Target.ClassName) row.target()).name()
        + ","
        + Arrays.stream(((Features.Dense) row.features()).values())
            .mapToObj(Double::toString)
            .collect(Collectors.joining(","));
  }

  @Test
  void soDoTheSystemsOfColumns() throws Exception {
    for (SystemOptions system :
        List.of(
            EverySystem.fourier(120, RandomFourier.Form.COSINE_SINE),
            EverySystem.nystrom(120, 1e-6))) {
      LetterLoop loop =
          new ColumnLoop(
              RunOptions.of(new Gaussian(0.2), 50, 2)
                  .withSystem(system)
                  .withBudgets(1 << 20, 1 << 20));
      StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
      SuperstepLoop.build(env.fromData(ROWS, InstanceSerializer.TYPE), loop);
      env.execute();
      TrainedModel onFlink = LetterLoop.MODELS.remove(loop.name());
      try (LocalWorkers local = Shards.local(ROWS, loop.placement(), loop.backend(1))) {
        assertThat(bits(coefficients(onFlink)))
            .isEqualTo(bits(coefficients(loop.training().run(local).model())));
      }
    }
  }

  @Test
  void soDoesAChoiceByLeavingRowsOut() throws Exception {
    List<Instance> rows = LetterData.instances(500, 100);
    ChoosingLoop loop = new ChoosingLoop("choosing", 2);
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    SuperstepLoop.build(env.fromData(rows, InstanceSerializer.TYPE), loop);
    env.execute();
    try (LocalWorkers local = Shards.local(rows, loop.placement(), loop.backend(1))) {
      assertSameBits(LetterLoop.MODELS.remove(loop.name()), loop.training().run(local).model());
    }
  }

  @Test
  void soDoPathsOverRidgesAndWidths() throws Exception {
    List<Instance> rows = ROWS.stream().map(PathLoop.SPLIT::apply).toList();
    PathLoop loop = new PathLoop("path", 5);
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    SuperstepLoop.build(env.fromData(rows, InstanceSerializer.TYPE), loop);
    env.execute();
    try (LocalWorkers local = Shards.local(rows, loop.placement(), loop.backend(1))) {
      TrainedModel onFlink = LetterLoop.MODELS.remove(loop.name());
      assertThat(onFlink.calibration()).isInstanceOf(Softmax.class);
      assertSameBits(onFlink, loop.training().run(local).model());
    }
  }

  /** The options travel as text, as a configuration does. */
  private static final class ColumnLoop extends LetterLoop {
    private static final Map<String, RunOptions> OPTIONS = new ConcurrentHashMap<>();
    private final String key;

    ColumnLoop(RunOptions options) {
      super("columns", 2, 50, 2);
      key = options.toString();
      OPTIONS.put(key, options);
    }

    @Override
    Training training() {
      return Trainings.of(OPTIONS.get(key), new Scaling.Divide(15));
    }
  }

  private static Matrix coefficients(TrainedModel model) {
    return model.model() instanceof RandomFeatures features
        ? features.w()
        : ((KernelExpansion) model.model()).alpha();
  }

  static void assertSameBits(TrainedModel a, TrainedModel b) {
    assertThat(a.calibration()).isEqualTo(b.calibration());
    KernelExpansion first = (KernelExpansion) a.model();
    KernelExpansion second = (KernelExpansion) b.model();
    assertThat(bits(first.alpha())).isEqualTo(bits(second.alpha()));
    assertThat(bits(((DenseRows) first.centres()).matrix()))
        .isEqualTo(bits(((DenseRows) second.centres()).matrix()));
  }

  private static long[] bits(Matrix matrix) {
    return Arrays.stream(matrix.toArray()).mapToLong(Double::doubleToRawLongBits).toArray();
  }
}
