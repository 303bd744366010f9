package org.filbert.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Random;
import java.util.function.DoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.RefusedException;
import org.filbert.data.Role;
import org.filbert.data.Target;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.Cauchy;
import org.filbert.kernel.Exponential;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.Laplacian;
import org.filbert.kernel.Linear;
import org.filbert.kernel.Matern;
import org.filbert.kernel.Polynomial;
import org.filbert.kernel.SpectralKernel;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Precision;
import org.filbert.loss.LogisticLoss;
import org.filbert.loss.SquareLoss;
import org.filbert.model.TrainedModel;
import org.filbert.online.Algorithm;
import org.filbert.online.GradientOptions;
import org.filbert.online.StepSize;
import org.filbert.online.batch.DoublyStochasticDescent;
import org.filbert.shard.Prepared;
import org.filbert.solver.BlockDescentOptions;
import org.filbert.solver.CoordinateDescentOptions;
import org.filbert.solver.EigenProOptions;
import org.filbert.solver.NewtonCg;
import org.filbert.solver.Preconditioner;
import org.filbert.solver.SolverOptions;
import org.filbert.solver.StochasticGradients;
import org.filbert.solver.Stopping;
import org.filbert.system.FullKernelOptions;
import org.filbert.system.SystemOptions;
import org.filbert.system.equations.Risk;
import org.filbert.testing.EverySystem;
import org.filbert.testing.Gradients;
import org.filbert.train.method.Evaluation;
import org.filbert.train.method.Method;
import org.filbert.train.method.MethodOptions;
import org.filbert.train.rows.ClassWeights;
import org.filbert.train.rows.LocalRows;
import org.filbert.workers.LocalWorkers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs with one quantity of any magnitude: each ends in a model of finite numbers that is no
 * constant without a warning, or is refused with a reason.
 */
class SweepTest {
  private static final int ROWS = 40;

  enum Quantity {
    TARGETS,
    INPUTS,
    INPUTS_AND_SIGMA,
    SIGMA,
    RIDGE,
    WEIGHTS
  }

  static final EigenProOptions EIGENPRO =
      new EigenProOptions(
          3,
          OptionalInt.empty(),
          OptionalInt.empty(),
          OptionalInt.empty(),
          OptionalInt.empty(),
          OptionalDouble.empty());
  static final StochasticGradients.Options SGD =
      new StochasticGradients.Options(
          3, Optional.empty(), OptionalInt.empty(), OptionalInt.empty(), OptionalDouble.empty());
  private static final NewtonCg.Options NEWTON =
      new NewtonCg.Options(OptionalDouble.empty(), OptionalInt.of(5), OptionalInt.empty());
  static final CoordinateDescentOptions COORDINATES =
      new CoordinateDescentOptions(1, 5, OptionalDouble.empty(), OptionalInt.empty());

  static Stream<Arguments> runs() {
    List<DoubleFunction<Kernel>> kernels =
        List.of(
            Gaussian::new,
            Laplacian::new,
            Exponential::new,
            Cauchy::new,
            sigma -> new Matern(1.5, sigma),
            sigma -> new Polynomial(3, 1 / sigma, 1),
            sigma -> new Linear());
    List<SystemOptions> systems =
        List.of(
            new FullKernelOptions(),
            EverySystem.nystrom(12, 1e-3),
            EverySystem.fourier(24, RandomFourier.Form.COSINE_SINE),
            EverySystem.tensorSketch(24),
            EverySystem.binning(6));
    List<Minimised> solvers =
        List.of(
            new Minimised(BlockDescentOptions.of(12, 3), Risk.RIDGE),
            new Minimised(BlockDescentOptions.of(64, 1), Risk.RIDGE),
            new Minimised(Gradients.of(Preconditioner.NONE, 0, 1e-4, 30), Risk.RIDGE),
            new Minimised(Gradients.of(Preconditioner.LANDMARKS, 8, 1e-4, 30), Risk.RIDGE),
            new Minimised(EIGENPRO, Risk.RIDGE),
            new Minimised(SGD, Risk.RIDGE),
            new Minimised(new Gradual(), Risk.RIDGE),
            new Minimised(NEWTON, new Risk(new LogisticLoss(), Risk.Norm.L2)),
            new Minimised(COORDINATES, new Risk(new SquareLoss(), Risk.Norm.L1)),
            new Minimised(BlockDescentOptions.of(12, 3), new Risk(new SquareLoss(), Risk.Norm.L1)));
    return kernels.stream()
        .flatMap(
            kernel ->
                systems.stream()
                    .flatMap(
                        system ->
                            solvers.stream()
                                .filter(solver -> fit(kernel.apply(1), system, solver))
                                .map(solver -> Arguments.of(kernel, system, solver))));
  }

  /** A solver, and what it minimises. */
  private record Minimised(SolverOptions solver, Risk risk) {
    boolean classes() {
      return !(risk.loss() instanceof SquareLoss);
    }
  }

  /** Doubly stochastic gradients, which solve no system. */
  private record Gradual() implements MethodOptions {
    @Override
    public Stopping stopping() {
      return new Stopping(6, 0, 0);
    }

    @Override
    public String variant() {
      return "cdsg";
    }

    @Override
    public Method<?> method(
        Prepared prepared, Precision precision, long seed, long cacheBytes, Evaluation evaluation) {
      RandomFourier map =
          new RandomFourier(
              prepared.kernel(), prepared.features(), 32, seed, RandomFourier.Form.COSINE_SINE);
      return new DoublyStochasticDescent(
          new DoublyStochasticDescent.Options(
              new GradientOptions(
                  map,
                  precision,
                  new Algorithm.Cdsg(2),
                  new SquareLoss(),
                  new StepSize.Constant(0.5),
                  0,
                  100,
                  1,
                  1 << 16),
              10,
              6,
              evaluation),
          prepared);
    }
  }

  private static boolean fit(Kernel kernel, SystemOptions system, Minimised solver) {
    if (solver.solver() instanceof MethodOptions) {
      return kernel instanceof SpectralKernel && system instanceof FullKernelOptions;
    }
    try {
      TrainingSpec.of(kernel).system(system).solver(solver.solver()).risk(solver.risk()).build();
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  static Stream<Arguments> fewRuns() {
    return everyOne(30, 0);
  }

  /** Others than {@link #fewRuns}. */
  static Stream<Arguments> manyRuns() {
    return everyOne(4, 1);
  }

  private static Stream<Arguments> everyOne(int of, int first) {
    List<Arguments> all = runs().toList();
    return IntStream.range(0, all.size()).filter(i -> i % of == first).mapToObj(all::get);
  }

  @ParameterizedTest
  @MethodSource("fewRuns")
  void noWrongNumberWithoutAWordInSomeRuns(
      DoubleFunction<Kernel> kernel, SystemOptions system, Minimised solver) {
    noWrongNumberWithoutAWord(kernel, system, solver);
  }

  @ParameterizedTest
  @MethodSource("manyRuns")
  @Tag("ci")
  void noWrongNumberWithoutAWord(
      DoubleFunction<Kernel> kernel, SystemOptions system, Minimised solver) {
    List<String> silent = new ArrayList<>();
    for (Quantity quantity : Quantity.values()) {
      if (quantity == Quantity.TARGETS && solver.classes()) {
        continue;
      }
      double[] expected = scores(kernel, system, solver, quantity, 1);
      for (int exponent : new int[] {-300, -150, -50, -20, -7, 7, 20, 50, 150, 300}) {
        double size = Math.pow(10, exponent);
        try {
          double[] found = scores(kernel, system, solver, quantity, size);
          if (quantity == Quantity.TARGETS
              || (quantity == Quantity.INPUTS_AND_SIGMA && kernel.apply(1).shiftInvariant())) {
            double unit = quantity == Quantity.TARGETS ? size : 1;
            for (int i = 0; i < expected.length; i++) {
              assertThat(found[i] / unit).isCloseTo(expected[i], within(0.02));
            }
          }
        } catch (RefusedException e) {
          assertThat(e.getMessage()).isNotBlank();
        } catch (RuntimeException | AssertionError e) {
          silent.add(quantity + " 1e" + exponent + ": " + e);
        }
      }
    }
    assertThat(silent).as(kernel.apply(1) + " " + system + " " + solver).isEmpty();
  }

  /** The scores of the training rows, which are finite and, unless a warning says so, differ. */
  private static double[] scores(
      DoubleFunction<Kernel> kernel,
      SystemOptions system,
      Minimised solver,
      Quantity quantity,
      double size) {
    boolean both = quantity == Quantity.INPUTS_AND_SIGMA;
    boolean weights = quantity == Quantity.WEIGHTS;
    List<Instance> rows =
        rows(
            both || quantity == Quantity.INPUTS ? size : 1,
            quantity == Quantity.TARGETS ? size : 1,
            weights || solver.classes());
    Training training =
        new Training(
            TrainingSpec.of(kernel.apply(both || quantity == Quantity.SIGMA ? size : 1))
                .system(system)
                .solver(solver.solver())
                .risk(solver.risk())
                .ridge(quantity == Quantity.RIDGE ? size : 0.1)
                .classWeights(
                    weights
                        ? new ClassWeights.Given(Map.of("yes", size))
                        : new ClassWeights.Equal())
                .build());
    try (LocalWorkers workers = LocalRows.workers(rows, 1)) {
      TrainingState state = training.start(workers);
      while (!training.done(state)) {
        state = training.step(state, workers);
      }
      List<Features> inputs =
          rows.stream().map(row -> ((Instance.Example) row).features()).toList();
      TrainedModel model = training.finish(state, workers).model();
      double[] scores = model.scores(inputs, Backends.best()).toArray();
      assertThat(scores).doesNotContain(Double.NaN, Double.POSITIVE_INFINITY);
      double least = Arrays.stream(scores).min().orElseThrow();
      double most = Arrays.stream(scores).max().orElseThrow();
      if (most - least <= 1e-6 * Math.max(Math.abs(least), Math.abs(most))) {
        assertThat(
                Stream.of(state.ledger().warnings(), Training.notices(model)).flatMap(List::stream))
            .as("warnings of a constant")
            .isNotEmpty();
      }
      return scores;
    }
  }

  private static List<Instance> rows(double inputs, double targets, boolean classes) {
    Random random = new Random(4);
    List<Instance> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      double[] x = {random.nextGaussian(), random.nextGaussian()};
      double y = Math.sin(2 * x[0]);
      rows.add(
          new Instance.Example(
              Role.TRAIN,
              i,
              new Features.Dense(new double[] {inputs * x[0], inputs * x[1]}),
              classes
                  ? new Target.ClassName(y > 0 ? "yes" : "no")
                  : new Target.Values(new double[] {targets * y})));
    }
    return rows;
  }
}
