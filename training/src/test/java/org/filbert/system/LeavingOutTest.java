package org.filbert.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.filbert.data.Instance;
import org.filbert.data.Placement;
import org.filbert.data.Role;
import org.filbert.data.Rows;
import org.filbert.data.Sample;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Kernel;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Precision;
import org.filbert.model.KernelExpansion;
import org.filbert.model.LearnedMetric;
import org.filbert.model.Model;
import org.filbert.model.RandomFeatures;
import org.filbert.model.RowEncoder;
import org.filbert.shard.Prepared;
import org.filbert.shard.ScoredRows;
import org.filbert.shard.ShardState;
import org.filbert.solver.Preconditioner;
import org.filbert.system.equations.Ridge;
import org.filbert.testing.Close;
import org.filbert.testing.Descent;
import org.filbert.testing.EverySystem;
import org.filbert.testing.Gradients;
import org.filbert.testing.NormalEquations;
import org.filbert.testing.Records;
import org.filbert.testing.ReferenceSystem;
import org.filbert.testing.RunOptions;
import org.filbert.testing.Shards;
import org.filbert.train.SystemRun;
import org.filbert.train.SystemRunState;
import org.filbert.train.columns.Storage;
import org.filbert.workers.Action;
import org.filbert.workers.LocalWorkers;
import org.filbert.workers.Worker;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares with solutions of all other rows. */
class LeavingOutTest {
  private static final Backend BACKEND = Backends.choose("auto", "plain");
  private static final int ROWS = 40;
  private static final int TWICE = 6;
  private static final double RIDGE = 0.5;
  private static final double GAMMA = 1e-3;

  /** A solution, the encoded rows of its workers, and their scores without themselves. */
  private record LeftOut(Model model, List<Sample> shards, ScoredRows rows) {}

  static Stream<Arguments> systems() {
    return EverySystem.ofColumns(24, 24, 1)
        .filter(system -> !system.getName().equals("bins"))
        .flatMap(
            system ->
                Stream.of(1, 3)
                    .map(
                        workers ->
                            Arguments.of(
                                Named.of(system.getName(), system.getPayload()), workers)));
  }

  @ParameterizedTest
  @MethodSource("systems")
  void columnsAreSolvedWithoutEachRow(RunOptions options, int workers) {
    LeftOut found = leaveOut(options.withPrecision(Precision.DOUBLE), workers);
    List<Double> expected = new ArrayList<>();
    for (Sample shard : found.shards()) {
      for (int i = 0; i < shard.count(); i++) {
        Rows row = shard.x().slice(i, i + 1);
        List<Sample> others = found.shards().stream().map(s -> without(s, row.row(0))).toList();
        var u = NormalEquations.unweighted(RIDGE, GAMMA, BACKEND).solve(found.model(), others);
        Model model =
            found.model() instanceof KernelExpansion expansion
                ? new KernelExpansion(expansion.kernel(), expansion.centres(), u)
                : new RandomFeatures(((RandomFeatures) found.model()).map(), Precision.DOUBLE, u);
        Arrays.stream(model.scores(row, BACKEND).toArray()).forEach(expected::add);
      }
    }
    Close.assertClose(
        found.rows().scores(), expected.stream().mapToDouble(Double::doubleValue).toArray(), 1e-7);
  }

  @ParameterizedTest
  @MethodSource("precisions")
  void theKernelMatrixIsSolvedWithoutEachRow(Precision precision, int workers, double tolerance) {
    LeftOut found =
        leaveOut(RunOptions.of(new Gaussian(1), 100, 1).withPrecision(precision), workers);
    Kernel kernel = ((KernelExpansion) found.model()).kernel();
    List<Double> expected = new ArrayList<>();
    for (Sample shard : found.shards()) {
      for (int i = 0; i < shard.count(); i++) {
        double[] row = shard.x().row(i);
        List<Sample> others = found.shards().stream().map(s -> without(s, row)).toList();
        double[][] x = rows(others, true);
        double[][] alpha = ReferenceSystem.solve(kernel, RIDGE, x, rows(others, false), BACKEND);
        double[][] k = ReferenceSystem.kernelMatrix(kernel, new double[][] {row}, x);
        Arrays.stream(ReferenceSystem.multiply(k, alpha)[0]).forEach(expected::add);
      }
    }
    Close.assertClose(
        found.rows().scores(),
        expected.stream().mapToDouble(Double::doubleValue).toArray(),
        tolerance);
  }

  static Stream<Arguments> precisions() {
    return Stream.of(
        Arguments.of(Precision.DOUBLE, 1, 1e-9),
        Arguments.of(Precision.DOUBLE, 3, 1e-9),
        Arguments.of(Precision.SINGLE, 2, 1e-4));
  }

  /** A metric knows the targets of the rows that it was learned from. */
  @ParameterizedTest
  @MethodSource("systems")
  void rowsThatTheMetricHasLearnedArePassedOver(RunOptions options, int count) {
    try (LocalWorkers workers = workers(count)) {
      Prepared prepared = prepared(options, workers);
      ScoredRows all = Objects.requireNonNull(run(options, prepared, workers)).rows();
      RowEncoder learned =
          new LearnedMetric(prepared.preprocessing(), new double[] {1, 1, 1, 1}, List.of());
      workers.gather(new Learn());
      Prepared mapped = prepared.with(learned, prepared.kernel());
      LeftOut found = Objects.requireNonNull(run(options, mapped, workers));
      int[] unlearned =
          IntStream.range(0, ROWS + TWICE).filter(i -> position(found, i) % 3 == 0).toArray();
      double[] expected =
          IntStream.of(unlearned)
              .flatMap(i -> IntStream.range(3 * i, 3 * i + 3))
              .mapToDouble(i -> all.scores()[i])
              .toArray();
      Close.assertClose(found.rows().scores(), expected, 1e-9);
      assertThat(found.rows().labels())
          .isEqualTo(IntStream.of(unlearned).map(i -> all.labels()[i]).toArray());
    }
  }

  private static long position(LeftOut found, int i) {
    return found.shards().stream()
        .flatMapToLong(shard -> Arrays.stream(shard.positions()))
        .skip(i)
        .findFirst()
        .orElseThrow();
  }

  /** Two thirds of the rows. */
  private record Learn() implements Action {
    @Override
    public void act(Worker worker) {
      long[] own = worker.get(ShardState.TRAIN).positions();
      ShardState.setLearned(
          worker, Arrays.stream(own).filter(position -> position % 3 != 0).sorted().toArray());
    }
  }

  @Test
  void solutionsWithoutAFactorDoNotTell() {
    RunOptions kernel = RunOptions.of(new Gaussian(1), 100, 1);
    for (RunOptions options :
        List.of(
            RunOptions.of(new Gaussian(1), 10, 3),
            kernel.withSolver(Gradients.of(Preconditioner.NONE, 0, 1e-6, 50)))) {
      try (LocalWorkers local = workers(2)) {
        assertThat(run(options, local)).isNull();
      }
    }
  }

  private static LeftOut leaveOut(RunOptions options, int workers) {
    try (LocalWorkers local = workers(workers)) {
      LeftOut found = run(options, local);
      assertThat(found).isNotNull();
      return Objects.requireNonNull(found);
    }
  }

  private static LocalWorkers workers(int count) {
    return Shards.local(instances(), new Placement(3, count), BACKEND);
  }

  /** Some rows stand twice, with another class. */
  private static List<Instance> instances() {
    List<Instance> rows = new ArrayList<>(new Records(4, false, 3, 81).of(Role.TRAIN, ROWS));
    for (int i = 0; i < TWICE; i++) {
      Instance.Example first = (Instance.Example) rows.get(i);
      Instance.Example other = (Instance.Example) rows.get(i + 7);
      rows.add(new Instance.Example(Role.TRAIN, ROWS + i, first.features(), other.target()));
    }
    return rows;
  }

  private static @Nullable LeftOut run(RunOptions options, LocalWorkers workers) {
    return run(options, prepared(options, workers), workers);
  }

  private static Prepared prepared(RunOptions options, LocalWorkers workers) {
    return Descent.preparation(
            options.settings().kernel(), options.settings().precision(), Storage.DENSE)
        .run(workers);
  }

  private static @Nullable LeftOut run(
      RunOptions options, Prepared prepared, LocalWorkers workers) {
    RunOptions run = options.withRidge(new Ridge(RIDGE, false));
    SystemRun<?> system = new SystemRun<>(run.spec(), prepared);
    SystemRunState state = system.start(system.plan(), workers);
    while (!system.done(state)) {
      state = system.step(state, workers);
    }
    Model model = system.model(state, workers);
    return system
        .leftOut(state, workers)
        .map(
            rows ->
                new LeftOut(model, workers.gather(worker -> worker.get(ShardState.TRAIN)), rows))
        .orElse(null);
  }

  private static Sample without(Sample shard, double[] row) {
    return shard.select(
        IntStream.range(0, shard.count())
            .filter(i -> !Arrays.equals(shard.x().row(i), row))
            .toArray());
  }

  private static double[][] rows(List<Sample> shards, boolean inputs) {
    return shards.stream()
        .flatMap(
            shard ->
                IntStream.range(0, shard.count())
                    .mapToObj(i -> inputs ? shard.x().row(i) : shard.y().row(i)))
        .toArray(double[][]::new);
  }
}
