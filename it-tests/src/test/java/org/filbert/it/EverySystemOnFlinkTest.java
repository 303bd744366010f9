package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.filbert.solver.Preconditioner.LANDMARKS;
import static org.filbert.solver.Preconditioner.NONE;
import static org.filbert.solver.Preconditioner.RANDOM_FEATURES;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.filbert.connectors.flink.InstanceSerializer;
import org.filbert.data.Instance;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.Laplacian;
import org.filbert.kernel.MetricOptions;
import org.filbert.kernel.MetricOptions.Learn;
import org.filbert.loss.LogisticLoss;
import org.filbert.loss.SquareLoss;
import org.filbert.model.TrainedModel;
import org.filbert.operators.loop.SuperstepLoop;
import org.filbert.solver.ConjugateGradientsOptions;
import org.filbert.solver.EigenProOptions;
import org.filbert.solver.NewtonCg;
import org.filbert.system.BinningOptions;
import org.filbert.system.FullKernelOptions;
import org.filbert.system.SystemOptions;
import org.filbert.system.equations.Risk;
import org.filbert.testing.Descent;
import org.filbert.testing.EverySystem;
import org.filbert.testing.Gradients;
import org.filbert.testing.LetterData;
import org.filbert.testing.RunOptions;
import org.filbert.testing.Shards;
import org.filbert.testing.Trainings;
import org.filbert.train.Trained;
import org.filbert.train.Training;
import org.filbert.train.TrainingState;
import org.filbert.train.columns.Scaling;
import org.filbert.workers.LocalWorkers;
import org.filbert.workers.Program;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every system, with and without conjugate directions, and by batches of rows, has the bits of
 * local workers on Flink.
 */
class EverySystemOnFlinkTest {
  @RegisterExtension static final SharedFlink FLINK = SharedFlink.ofTwo();

  private static final List<Instance> ROWS = LetterData.instances(400, 50);
  private static final Map<String, RunOptions> RUNS = new ConcurrentHashMap<>();

  /** Each system, solver, preconditioner and kind of block in one of the runs at least. */
  private static final List<String> EACH_SYSTEM_AND_SOLVER =
      List.of(
          "nystrom-3",
          "eigenpro-random-features-20",
          "gradients-LANDMARKS",
          "gradients-RANDOM_FEATURES",
          "gradients-nystrom",
          "newton",
          "sparse-random-features",
          "sketched-blocks-full-kernel",
          "metric-full-kernel",
          "metric-nystrom",
          "metric-random-features",
          "rows-full-kernel",
          "rows-metric",
          "ensemble");

  @TempDir Path checkpoints;

  /** The options travel by name. */
  private static class SystemLoop extends LetterLoop {
    SystemLoop(String name) {
      super(name, 2, 0, 0);
    }

    @Override
    Training training() {
      return Trainings.of(RUNS.get(name()), new Scaling.Divide(15));
    }
  }

  private static final class DisturbedLoop extends SystemLoop {
    private final int every;

    DisturbedLoop(String name, int every) {
      super(name);
      this.every = every;
    }

    String failures() {
      return name() + " " + every;
    }

    @Override
    public Program<TrainingState, Trained> program() {
      return new FailingTraining(failures(), training(), every);
    }
  }

  static {
    Stream.of(
            new FullKernelOptions(),
            EverySystem.nystrom(60, 1e-3),
            EverySystem.fourier(60, RandomFourier.Form.COSINE_SINE),
            EverySystem.binning(3))
        .forEach(
            system ->
                Stream.of(0, 3)
                    .forEach(
                        most ->
                            RUNS.put(
                                system.type() + "-" + most, run(system).withDirections(most))));
    Stream.of(
            new FullKernelOptions(),
            EverySystem.nystrom(60, 1e-3),
            EverySystem.fourier(60, RandomFourier.Form.COSINE))
        .forEach(
            system ->
                Stream.of(0, 20)
                    .forEach(
                        q ->
                            RUNS.put(
                                "eigenpro-" + system.type() + "-" + q,
                                run(system).withSolver(eigenpro(q)))));
    Stream.of(NONE, LANDMARKS, RANDOM_FEATURES)
        .forEach(
            kind ->
                RUNS.put(
                    "gradients-" + kind,
                    run(new FullKernelOptions()).withSolver(Gradients.few(kind, 40))));
    RUNS.put(
        "metric-full-kernel",
        run(new FullKernelOptions()).withOpenChoices().withMetric(metric(Learn.AUTO)));
    RUNS.put(
        "metric-nystrom",
        run(EverySystem.nystrom(60, 1e-3)).withMetric(metric(Learn.DIAGONAL, OptionalInt.of(250))));
    RUNS.put("rows-full-kernel", run(new FullKernelOptions(OptionalInt.of(200))));
    RUNS.put(
        "rows-metric",
        run(new FullKernelOptions(OptionalInt.of(200)))
            .withMetric(metric(Learn.DIAGONAL, OptionalInt.of(150))));
    RUNS.put(
        "metric-random-features",
        run(EverySystem.fourier(60, RandomFourier.Form.COSINE)).withMetric(metric(Learn.FULL)));
    RUNS.put("ensemble", run(EverySystem.fourier(60, RandomFourier.Form.COSINE)).withMembers(3));
    RUNS.put("open-choices", run(new FullKernelOptions()).withOpenChoices());
    RUNS.put(
        "gradients-nystrom",
        run(EverySystem.nystrom(60, 1e-3))
            .withSolver(ConjugateGradientsOptions.of(OptionalInt.of(8))));
    RUNS.put("gradients-binning", run(EverySystem.binning(3)).withSolver(Gradients.few(NONE, 0)));
    RUNS.put(
        "newton",
        run(EverySystem.binning(3))
            .withRisk(new Risk(new LogisticLoss(), Risk.Norm.L2))
            .withSolver(
                new NewtonCg.Options(
                    OptionalDouble.empty(), OptionalInt.of(3), OptionalInt.empty())));
    Stream.of(EverySystem.binning(12), EverySystem.fourier(60, RandomFourier.Form.COSINE))
        .forEach(
            system ->
                RUNS.put(
                    "sparse-" + system.type(),
                    run(system).withRisk(new Risk(new SquareLoss(), Risk.Norm.L1))));
    Stream.of(new FullKernelOptions(), EverySystem.fourier(60, RandomFourier.Form.COSINE))
        .forEach(
            system ->
                RUNS.put("sketched-blocks-" + system.type(), run(system).withSketchedBlocks(10)));
  }

  private static MetricOptions metric(Learn learn) {
    return metric(learn, OptionalInt.empty());
  }

  private static MetricOptions metric(Learn learn, OptionalInt rows) {
    return new MetricOptions(
        learn,
        OptionalInt.of(2),
        rows,
        OptionalInt.of(300),
        Optional.of(true),
        Optional.empty(),
        Optional.empty());
  }

  /** The others, which have no failures in the default build. */
  static Stream<String> others() {
    return RUNS.keySet().stream().sorted().filter(run -> !EACH_SYSTEM_AND_SOLVER.contains(run));
  }

  private static RunOptions run(SystemOptions system) {
    int blockSize = system instanceof FullKernelOptions ? 200 : 30;
    Kernel kernel = system instanceof BinningOptions ? new Laplacian(1) : new Gaussian(0.2);
    return RunOptions.of(kernel, blockSize, 2).withSystem(system);
  }

  private static EigenProOptions eigenpro(int eigenvectors) {
    return new EigenProOptions(
        2,
        OptionalInt.empty(),
        OptionalInt.of(100),
        OptionalInt.of(eigenvectors),
        OptionalInt.of(90),
        OptionalDouble.empty());
  }

  @ParameterizedTest
  @MethodSource("others")
  void flinkGivesTheBitsOfLocalWorkers(String run) throws Exception {
    assertBitsOfLocalWorkers(new SystemLoop(run), new Configuration());
  }

  @ParameterizedTest
  @FieldSource("EACH_SYSTEM_AND_SOLVER")
  void failuresInEveryStepChangeNothing(String run) throws Exception {
    assertFailuresChangeNothing(run, 4, 10);
  }

  @ParameterizedTest
  @MethodSource("others")
  @Tag("ci")
  void failuresInEveryStepOfTheOthersChangeNothing(String run) throws Exception {
    assertFailuresChangeNothing(run, 3, 5);
  }

  private void assertFailuresChangeNothing(String run, int every, int failures) throws Exception {
    DisturbedLoop loop = new DisturbedLoop(run, every);
    assertBitsOfLocalWorkers(loop, recovering());
    assertThat(FailingTraining.failures(loop.failures())).isGreaterThan(failures);
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
      Trained here = loop.training().run(local);
      assertThat(bits(onFlink)).isEqualTo(bits(here.model()));
      assertThat(onFlink.preprocessing())
          .usingRecursiveComparison()
          .isEqualTo(here.model().preprocessing());
      assertThat(here.heldOut()).isNotNull();
      assertThat(LetterLoop.HELD_OUT.remove(loop.name()))
          .usingRecursiveComparison()
          .isEqualTo(here.heldOut());
    }
  }

  private static long[] bits(TrainedModel model) {
    return Arrays.stream(Descent.coefficients(model.model()).toArray())
        .mapToLong(Double::doubleToRawLongBits)
        .toArray();
  }
}
