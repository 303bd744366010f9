package org.filbert.solver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.LongToIntFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Outputs;
import org.filbert.data.Placement;
import org.filbert.data.Role;
import org.filbert.data.Rows;
import org.filbert.data.Sample;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.Exponential;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.Laplacian;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.loss.LogisticLoss;
import org.filbert.loss.SquareLoss;
import org.filbert.loss.SquaredHingeLoss;
import org.filbert.model.RandomBins;
import org.filbert.online.Algorithm;
import org.filbert.online.batch.BatchState;
import org.filbert.online.batch.DoublyStochasticDescent;
import org.filbert.shard.Prepared;
import org.filbert.system.equations.Ridge;
import org.filbert.system.equations.Risk;
import org.filbert.testing.AllBins;
import org.filbert.testing.Close;
import org.filbert.testing.Descent;
import org.filbert.testing.Descents;
import org.filbert.testing.EverySystem;
import org.filbert.testing.Gradients;
import org.filbert.testing.NormalEquations;
import org.filbert.testing.Records;
import org.filbert.testing.ReferenceSystem;
import org.filbert.testing.RunOptions;
import org.filbert.testing.Shards;
import org.filbert.train.Preparation;
import org.filbert.train.TrainingSpec;
import org.filbert.train.columns.ColumnKind;
import org.filbert.train.columns.Fill;
import org.filbert.train.columns.PreprocessingOptions;
import org.filbert.train.columns.Scaling;
import org.filbert.train.columns.Storage;
import org.filbert.train.columns.TableOptions;
import org.filbert.workers.LocalWorkers;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** To every solver a row of a whole weight is the row so many times, and one of 0 is none. */
class RowWeightsTest {
  private static final Backend BACKEND = Backends.choose("auto", "plain");
  private static final Records CLASSES = new Records(4, false, 3, 81);
  private static final Records NUMBERS = new Records(4, false, 0, 81);
  private static final int ROWS = 48;
  private static final double RIDGE = 0.5;
  private static final double GAMMA = 1e-3;

  private static int weight(long position) {
    return (int) (position % 4);
  }

  private static Instance row(Records records, long source, long position, int weight) {
    Instance.Example plain = (Instance.Example) records.of(Role.TRAIN, ROWS).get((int) source);
    List<String> cells = new ArrayList<>(cells(records, Role.TRAIN, source));
    cells.add(Integer.toString(weight));
    return new Instance.Example(Role.TRAIN, position, Features.Cells.of(cells), plain.target());
  }

  private static List<String> cells(Records records, Role role, long position) {
    return Arrays.stream(records.values(role, position)).mapToObj(Double::toString).toList();
  }

  private static List<Instance> weighted(Records records) {
    return LongStream.range(0, ROWS).mapToObj(i -> row(records, i, i, weight(i))).toList();
  }

  private static long[] sources(LongToIntFunction times) {
    return LongStream.range(0, ROWS)
        .flatMap(i -> LongStream.range(0, times.applyAsInt(i)).map(t -> i))
        .toArray();
  }

  private static List<Instance> repeated(Records records) {
    long[] sources = sources(RowWeightsTest::weight);
    return IntStream.range(0, sources.length)
        .mapToObj(i -> row(records, sources[i], i, 1))
        .toList();
  }

  private static Preparation preparation(Kernel kernel, Storage storage) {
    List<TableOptions.Column> columns = new ArrayList<>();
    for (String name : List.of("a", "b", "c", "d")) {
      columns.add(
          new TableOptions.Column(
              name, new ColumnKind.Numbers(Fill.of(Fill.Rule.REFUSE), false, false)));
    }
    columns.add(new TableOptions.Column("weight", new ColumnKind.Weight()));
    return new Preparation(
        TrainingSpec.of(kernel)
            .preprocessing(
                new PreprocessingOptions(
                    new Scaling.None(),
                    storage,
                    null,
                    OptionalInt.empty(),
                    true,
                    List.of(),
                    new TableOptions(columns, List.of(""))))
            .precision(Precision.DOUBLE)
            .seed(7)
            .build());
  }

  private static Descent run(RunOptions options, List<Instance> rows, int workers) {
    return run(options, rows, workers, Storage.DENSE);
  }

  private static Descent run(
      RunOptions options, List<Instance> rows, int workers, Storage storage) {
    try (LocalWorkers local = Shards.local(rows, new Placement(3, workers), BACKEND)) {
      return Descent.run(
          options.withPrecision(Precision.DOUBLE),
          preparation(options.settings().kernel(), storage),
          local);
    }
  }

  private static RunOptions ridge(RunOptions options) {
    return options.withRidge(new Ridge(RIDGE, false));
  }

  private static Rows test(Prepared prepared, Records records) {
    return prepared
        .preprocessing()
        .apply(
            LongStream.range(0, 20)
                .mapToObj(i -> (Features) Features.Cells.of(cells(records, Role.TEST, i)))
                .toList());
  }

  /** Scores of rows that were not learned from. */
  private static double[] scores(Descent descent, Records records) {
    Rows x = test(descent.prepared(), records);
    return descent.fitted().scores(x, BACKEND).toArray();
  }

  /** The same scores by one factorisation of the kernel matrix of all repetitions. */
  private static double[] exactScores(Kernel kernel, Records records, Outputs outputs) {
    double[][] x =
        Arrays.stream(sources(RowWeightsTest::weight))
            .mapToObj(i -> records.values(Role.TRAIN, i))
            .toArray(double[][]::new);
    double[][] y = Arrays.stream(x).map(records::targetRow).toArray(double[][]::new);
    if (outputs instanceof Outputs.Targets targets) {
      for (double[] row : y) {
        Arrays.setAll(row, j -> (row[j] - targets.means()[j]) / targets.scales()[j]);
      }
    }
    double[][] alpha = ReferenceSystem.solve(kernel, RIDGE, x, y, BACKEND);
    double[][] test =
        LongStream.range(0, 20)
            .mapToObj(i -> records.values(Role.TEST, i))
            .toArray(double[][]::new);
    double[][] scores =
        ReferenceSystem.multiply(ReferenceSystem.kernelMatrix(kernel, test, x), alpha);
    return Arrays.stream(scores).flatMapToDouble(Arrays::stream).toArray();
  }

  static Stream<Named<RunOptions>> ofTheFullKernel() {
    RunOptions gaussian = ridge(RunOptions.of(new Gaussian(1), 100, 1));
    RunOptions exponential = ridge(RunOptions.of(new Exponential(0.5), 16, 1));
    return Stream.concat(
        Stream.of(
            Named.of("one block", gaussian),
            Named.of(
                "blocks", ridge(RunOptions.of(new Gaussian(1), 10, 900)).withStopping(1e-12, 0)),
            Named.of(
                "plain blocks",
                ridge(RunOptions.of(new Gaussian(1), 10, 900))
                    .withDirections(0)
                    .withStopping(1e-12, 0)),
            Named.of(
                "sketched blocks",
                ridge(RunOptions.of(new Gaussian(1), 20, 900))
                    .withSketchedBlocks(10)
                    .withStopping(1e-12, 0)),
            Named.of(
                "EigenPro",
                exponential.withSolver(
                    new EigenProOptions(
                        1500,
                        OptionalInt.empty(),
                        OptionalInt.of(36),
                        OptionalInt.of(25),
                        OptionalInt.of(12),
                        OptionalDouble.empty())))),
        Stream.of(Preconditioner.values())
            .map(
                kind ->
                    Named.of(
                        "conjugate gradients, " + kind.key(),
                        gaussian.withSolver(Gradients.of(kind, 20, 1e-12, 500)))));
  }

  @ParameterizedTest
  @MethodSource("ofTheFullKernel")
  void theKernelMatrixIsSolvedAsOfRepeatedRows(RunOptions options) {
    Kernel kernel = options.settings().kernel();
    for (int workers : new int[] {1, 3}) {
      Descent descent = run(options, weighted(CLASSES), workers);
      double[] expected = exactScores(kernel, CLASSES, descent.prepared().outputs());
      Close.assertClose(scores(descent, CLASSES), expected, 1e-8);
    }
  }

  @Test
  void meansAndSpreadsOfTargetsAreThoseOfRepeatedRows() {
    RunOptions options = ridge(RunOptions.of(new Gaussian(1), 100, 1));
    Descent descent = run(options, weighted(NUMBERS), 3);
    Outputs.Targets found = (Outputs.Targets) descent.prepared().outputs();
    Outputs.Targets expected =
        (Outputs.Targets) run(options, repeated(NUMBERS), 2).prepared().outputs();
    Close.assertClose(found.means(), expected.means(), 1e-13);
    Close.assertClose(found.scales(), expected.scales(), 1e-13);
    Close.assertClose(
        scores(descent, NUMBERS), exactScores(new Gaussian(1), NUMBERS, expected), 1e-9);
  }

  @Test
  void aPenaltyForEachRowCountsWeights() {
    RunOptions options =
        RunOptions.of(new Gaussian(1), 100, 1).withRidge(new Ridge(RIDGE / 72, true));
    assertThat(sources(RowWeightsTest::weight)).hasSize(72);
    Descent descent = run(options, weighted(CLASSES), 2);
    Close.assertClose(
        scores(descent, CLASSES),
        exactScores(new Gaussian(1), CLASSES, descent.prepared().outputs()),
        1e-9);
  }

  private record OfColumns(RunOptions options, double tolerance) {}

  static Stream<Named<OfColumns>> ofColumns() {
    return EverySystem.ofColumns(24, 24, 1)
        .filter(system -> !system.getName().equals("bins"))
        .flatMap(
            system -> {
              RunOptions one = ridge(system.getPayload());
              return Stream.of(
                  Named.of(system.getName() + ", one block", new OfColumns(one, 1e-7)),
                  Named.of(
                      system.getName() + ", conjugate gradients",
                      new OfColumns(
                          one.withSolver(Gradients.of(Preconditioner.NONE, 0, 1e-12, 3000)), 1e-5)),
                  Named.of(
                      system.getName() + ", Newton's method",
                      new OfColumns(one.withSolver(newton()), 1e-5)));
            });
  }

  private static NewtonCg.Options newton() {
    return new NewtonCg.Options(OptionalDouble.of(1e-10), OptionalInt.of(300), OptionalInt.empty());
  }

  /** Against the normal equations of the model's own columns on repeated rows. */
  @ParameterizedTest
  @MethodSource("ofColumns")
  void columnsAreSolvedAsOfRepeatedRows(OfColumns run) {
    Descent descent = run(run.options(), weighted(CLASSES), 2);
    List<Sample> repeated =
        descent.train().stream()
            .map(
                shard ->
                    shard.select(
                        IntStream.range(0, shard.count())
                            .flatMap(
                                i -> IntStream.range(0, weight(shard.positions()[i])).map(t -> i))
                            .toArray()))
            .toList();
    double[] expected =
        NormalEquations.unweighted(RIDGE, GAMMA, BACKEND)
            .solve(descent.fitted(), repeated)
            .toArray();
    double largest = Arrays.stream(expected).map(Math::abs).max().orElseThrow();
    Close.assertClose(descent.coefficients(), expected, run.tolerance() * largest);
  }

  static Stream<Named<RunOptions>> ofLosses() {
    RunOptions cosines =
        RunOptions.of(new Gaussian(1), 6, 4000)
            .withSystem(EverySystem.fourier(20, RandomFourier.Form.COSINE));
    RunOptions bins = RunOptions.of(new Laplacian(1), 1, 4000).withSystem(EverySystem.binning(5));
    return Stream.of(new SquareLoss(), new LogisticLoss(), new SquaredHingeLoss())
        .flatMap(
            loss -> {
              Risk smooth = new Risk(loss, Risk.Norm.L2);
              Risk sparse = new Risk(loss, Risk.Norm.L1);
              String name = loss.getClass().getSimpleName();
              CoordinateDescentOptions coordinates =
                  new CoordinateDescentOptions(
                      2, 6000, OptionalDouble.of(1e-11), OptionalInt.empty());
              return Stream.of(
                  Named.of(
                      name + " of cosines, Newton's method",
                      cosines.withRisk(smooth).withSolver(newton())),
                  Named.of(
                      name + " of bins, Newton's method",
                      bins.withRisk(smooth).withSolver(newton())),
                  Named.of(
                      name + " of cosines, blocks",
                      cosines.withRisk(smooth).withDirections(0).withStopping(1e-11, 0)),
                  Named.of(
                      name + " of bins, blocks",
                      bins.withRisk(smooth).withDirections(0).withStopping(1e-11, 0)),
                  Named.of(
                      name + " of cosines, sparse",
                      cosines.withRisk(sparse).withStopping(1e-11, 0)),
                  Named.of(name + " of bins, sparse", bins.withRisk(sparse).withStopping(1e-11, 0)),
                  Named.of(
                      name + " of bins, coordinates",
                      bins.withRisk(smooth).withSolver(coordinates)),
                  Named.of(
                      name + " of bins, sparse by coordinates",
                      bins.withRisk(sparse).withSolver(coordinates)));
            });
  }

  /**
   * Columns that do not depend on the rows: the minima of both are compared. Sparse rows are not
   * centred, so that the columns are the same.
   */
  @ParameterizedTest
  @MethodSource("ofLosses")
  void theMinimumIsThatOfRepeatedRows(RunOptions options) {
    RunOptions run = ridge(options);
    int workers = run.solver() instanceof CoordinateDescentOptions ? 1 : 2;
    double[] found = coefficients(run(run, weighted(CLASSES), workers, Storage.SPARSE));
    double[] expected = coefficients(run(run, repeated(CLASSES), 1, Storage.SPARSE));
    Close.assertClose(found, expected, 1e-6);
  }

  private static double[] stochasticScores(List<Instance> rows) {
    DoublyStochasticDescent.Options options =
        Descents.options(1, 4, 20, new Algorithm.Udsg(2, 1), new LogisticLoss(), 0.5, 1000, 8);
    try (LocalWorkers local = Shards.local(rows, new Placement(3, 2), BACKEND)) {
      Prepared prepared = preparation(new Gaussian(1), Storage.SPARSE).run(local);
      DoublyStochasticDescent method = new DoublyStochasticDescent(options, prepared);
      BatchState state = method.start(method.plan(), local);
      while (!method.done(state)) {
        state = method.step(state, local);
      }
      return method.model(state, local).scores(test(prepared, CLASSES), BACKEND).toArray();
    }
  }

  /** With all rows in one batch. Smaller ones draw other rows. */
  @Test
  void aBatchOfAllRowsIsLearnedFromAsRepeatedRows() {
    Close.assertClose(
        stochasticScores(weighted(CLASSES)), stochasticScores(repeated(CLASSES)), 1e-5);
  }

  private static double[] coefficients(Descent descent) {
    if (descent.fitted() instanceof RandomBins bins) {
      Matrix all = AllBins.of(bins.map(), descent.train()).weights(bins);
      return all.toArray();
    }
    return descent.coefficients();
  }
}
