package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.filbert.connectors.flink.InstanceSerializer;
import org.filbert.data.Instance;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.Laplacian;
import org.filbert.model.TrainedModel;
import org.filbert.operators.loop.SuperstepLoop;
import org.filbert.solver.EigenPro;
import org.filbert.system.BinningOptions;
import org.filbert.system.FullKernelOptions;
import org.filbert.system.SystemOptions;
import org.filbert.testing.Descent;
import org.filbert.testing.EverySystem;
import org.filbert.testing.LetterData;
import org.filbert.testing.RunOptions;
import org.filbert.testing.Shards;
import org.filbert.testing.Trainings;
import org.filbert.train.Scaling;
import org.filbert.train.Training;
import org.filbert.workers.LocalWorkers;
import org.filbert.workers.Program;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every system, with and without conjugate directions, and by batches of rows, has the bits of
 * local workers on Flink.
 */
class EverySystemOnFlinkTest {
  @RegisterExtension static final MiniClusterExtension FLINK = MiniFlink.cluster(2, 1);

  private static final List<Instance> ROWS = LetterData.instances(400, 50);
  private static final Map<String, RunOptions> RUNS = new ConcurrentHashMap<>();

  @TempDir Path checkpoints;

  /** The options travel by name. */
  private static class SystemLoop extends LetterLoop {
    SystemLoop(String name) {
      super(name, 2, 0, 0);
    }

    @Override
    Training<?> training() {
      return Trainings.of(RUNS.get(name()), new Scaling.Divide(15));
    }
  }

  private static final class DisturbedLoop extends SystemLoop {
    DisturbedLoop(String name) {
      super(name);
    }

    @Override
    public Program<Training.State, TrainedModel> program() {
      return new Disturbed(name(), training());
    }
  }

  static Stream<Arguments> runs() {
    return Stream.of(
            new FullKernelOptions(),
            EverySystem.nystrom(60, 1e-3),
            EverySystem.fourier(60, RandomFourier.Form.COSINE_SINE),
            EverySystem.binning(3))
        .flatMap(system -> Stream.of(0, 3).map(most -> Arguments.of(system, most)));
  }

  private static String remember(SystemOptions system, int directions) {
    String name = system.type() + "-" + directions;
    int blockSize = system instanceof FullKernelOptions ? 200 : 30;
    Kernel kernel = system instanceof BinningOptions ? new Laplacian(1) : new Gaussian(0.2);
    RUNS.put(
        name, RunOptions.of(kernel, blockSize, 2).withSystem(system).withDirections(directions));
    return name;
  }

  private static String rememberBatches(SystemOptions system, int eigenvectors) {
    String name = "eigenpro-" + system.type() + "-" + eigenvectors;
    RUNS.put(
        name,
        RunOptions.of(new Gaussian(0.2), 30, 2)
            .withSystem(system)
            .withSolver(
                new EigenPro.Options(
                    2,
                    OptionalInt.empty(),
                    OptionalInt.of(100),
                    OptionalInt.of(eigenvectors),
                    OptionalInt.of(90),
                    OptionalDouble.empty())));
    return name;
  }

  static Stream<Arguments> batchRuns() {
    return Stream.of(new FullKernelOptions(), EverySystem.fourier(60, RandomFourier.Form.COSINE))
        .flatMap(system -> Stream.of(0, 20).map(q -> Arguments.of(system, q)));
  }

  @ParameterizedTest
  @MethodSource("batchRuns")
  void alsoByBatchesOfRows(SystemOptions system, int eigenvectors) throws Exception {
    assertBitsOfLocalWorkers(
        new SystemLoop(rememberBatches(system, eigenvectors)), new Configuration());
  }

  @ParameterizedTest
  @MethodSource("batchRuns")
  void aFailureAtEveryTaskOfABatchChangesNothing(SystemOptions system, int eigenvectors)
      throws Exception {
    SystemLoop loop = new DisturbedLoop(rememberBatches(system, eigenvectors));
    assertBitsOfLocalWorkers(loop, recovering());
    assertThat(Disturbed.failures(loop.name())).isGreaterThan(20);
  }

  @ParameterizedTest
  @MethodSource("runs")
  void flinkGivesTheBitsOfLocalWorkers(SystemOptions system, int directions) throws Exception {
    assertBitsOfLocalWorkers(new SystemLoop(remember(system, directions)), new Configuration());
  }

  @ParameterizedTest
  @MethodSource("runs")
  void aFailureAtEveryTaskChangesNothing(SystemOptions system, int directions) throws Exception {
    SystemLoop loop = new DisturbedLoop(remember(system, directions));
    assertBitsOfLocalWorkers(loop, recovering());
    assertThat(Disturbed.failures(loop.name())).isGreaterThan(20);
  }

  private Configuration recovering() {
    Configuration configuration = MiniFlink.recovering(checkpoints, Duration.ofMillis(30));
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 1000);
    configuration.set(
        RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(1));
    return configuration;
  }

  private static void assertBitsOfLocalWorkers(SystemLoop loop, Configuration configuration)
      throws Exception {
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    SuperstepLoop.build(env.fromData(ROWS, InstanceSerializer.TYPE), loop);
    env.execute();
    TrainedModel onFlink = LetterLoop.MODELS.remove(loop.name());
    try (LocalWorkers local = Shards.local(ROWS, loop.placement(), loop.backend(1))) {
      assertThat(bits(onFlink)).isEqualTo(bits(loop.training().run(local)));
    }
  }

  private static long[] bits(TrainedModel model) {
    return Arrays.stream(Descent.coefficients(model.model()).toArray())
        .mapToLong(Double::doubleToRawLongBits)
        .toArray();
  }
}
