package org.filbert.train;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Random;
import java.util.function.DoubleFunction;
import java.util.stream.Stream;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Role;
import org.filbert.data.Target;
import org.filbert.kernel.Cauchy;
import org.filbert.kernel.Exponential;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.Laplacian;
import org.filbert.kernel.Linear;
import org.filbert.kernel.Matern;
import org.filbert.kernel.Polynomial;
import org.filbert.linalg.Backends;
import org.filbert.model.TrainedModel;
import org.filbert.solver.BlockDescentOptions;
import org.filbert.solver.EigenProOptions;
import org.filbert.solver.SolverOptions;
import org.filbert.solver.StochasticGradients;
import org.filbert.system.FullKernelOptions;
import org.filbert.system.SystemOptions;
import org.filbert.testing.EverySystem;
import org.filbert.testing.Gradients;
import org.filbert.workers.LocalWorkers;
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
            EverySystem.fourier(24, org.filbert.features.RandomFourier.Form.COSINE_SINE),
            EverySystem.tensorSketch(24),
            EverySystem.binning(6));
    List<SolverOptions> solvers =
        List.of(
            BlockDescentOptions.of(12, 3),
            BlockDescentOptions.of(64, 1),
            Gradients.of(org.filbert.solver.Preconditioner.NONE, 0, 1e-4, 30),
            Gradients.of(org.filbert.solver.Preconditioner.LANDMARKS, 8, 1e-4, 30),
            new EigenProOptions(
                3,
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalDouble.empty()),
            new StochasticGradients.Options(
                3,
                java.util.Optional.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalDouble.empty()));
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

  private static boolean fit(Kernel kernel, SystemOptions system, SolverOptions solver) {
    try {
      TrainingSpec.of(kernel).system(system).solver(solver).build();
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  @ParameterizedTest
  @MethodSource("runs")
  void noWrongNumberWithoutAWord(
      DoubleFunction<Kernel> kernel, SystemOptions system, SolverOptions solver) {
    List<String> silent = new ArrayList<>();
    for (Quantity quantity : Quantity.values()) {
      for (int exponent : new int[] {-300, -150, -50, -20, -7, 7, 20, 50, 150, 300}) {
        String found = run(kernel, system, solver, quantity, Math.pow(10, exponent));
        if (!found.isEmpty()) {
          silent.add(quantity + " 1e" + exponent + ": " + found);
        }
      }
    }
    assertThat(silent).as(kernel.apply(1) + " " + system + " " + solver).isEmpty();
  }

  private static String run(
      DoubleFunction<Kernel> kernel,
      SystemOptions system,
      SolverOptions solver,
      Quantity quantity,
      double size) {
    double inputs = quantity == Quantity.INPUTS || quantity == Quantity.INPUTS_AND_SIGMA ? size : 1;
    double sigma = quantity == Quantity.SIGMA || quantity == Quantity.INPUTS_AND_SIGMA ? size : 1;
    boolean classes = quantity == Quantity.WEIGHTS;
    List<Instance> rows = rows(inputs, quantity == Quantity.TARGETS ? size : 1, classes);
    try {
      TrainingSpec spec =
          TrainingSpec.of(kernel.apply(sigma))
              .system(system)
              .solver(solver)
              .ridge(quantity == Quantity.RIDGE ? size : 0.1)
              .classWeights(
                  classes ? new ClassWeights.Given(Map.of("yes", size)) : new ClassWeights.Equal())
              .build();
      Training training = new Training(spec);
      try (LocalWorkers workers = LocalRows.workers(rows, 1)) {
        Training.State state = training.start(workers);
        while (!training.done(state)) {
          state = training.step(state, workers);
        }
        return judge(training.finish(state, workers), rows, !state.ledger().warnings().isEmpty());
      }
    } catch (IllegalArgumentException e) {
      return "";
    } catch (RuntimeException e) {
      return e.toString();
    }
  }

  private static String judge(TrainedModel model, List<Instance> rows, boolean warned) {
    List<Features> inputs = rows.stream().map(row -> ((Instance.Example) row).features()).toList();
    double[] scores = model.scores(inputs, Backends.best()).toArray();
    if (!Arrays.stream(scores).allMatch(Double::isFinite)) {
      return "a score that is no number";
    }
    double least = Arrays.stream(scores).min().orElseThrow();
    double most = Arrays.stream(scores).max().orElseThrow();
    return !warned && most - least <= 1e-6 * Math.max(Math.abs(least), Math.abs(most))
        ? "a constant without a word"
        : "";
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
