package org.filbert.jobs.training;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.function.Function;
import org.filbert.features.RandomFourier;
import org.filbert.jobs.config.BlockCoordinateDescentConfig;
import org.filbert.jobs.config.BlockCoordinateDescentConfig.FeatureMapKind;
import org.filbert.jobs.config.BlockCoordinateDescentConfig.KernelSystem;
import org.filbert.jobs.config.ClassWeightsConfig;
import org.filbert.jobs.config.DoublyStochasticConfig;
import org.filbert.jobs.config.SolverConfig;
import org.filbert.jobs.config.TextConfig;
import org.filbert.jobs.config.TrainConfig;
import org.filbert.kernel.Kernel;
import org.filbert.shard.Prepared;
import org.filbert.solver.BatchState;
import org.filbert.solver.ColumnDescent;
import org.filbert.solver.DoublyStochasticDescent;
import org.filbert.solver.FullKernelDescent;
import org.filbert.solver.Restartable;
import org.filbert.solver.WidthPath;
import org.filbert.system.Ridge;
import org.filbert.train.ClassWeights;
import org.filbert.train.Preparation;
import org.filbert.train.Solver;
import org.filbert.train.Training;

/** The options of the numerics that a configuration stands for. */
public final class TrainerOptions {
  private static final double DEFAULT_GAMMA = 1e-6;

  private TrainerOptions() {}

  private static Preparation preparation(TrainConfig config) {
    return new Preparation(
        config.seed(),
        config.precision(),
        config.preprocessing().scaling(),
        config.preprocessing().storage(),
        config.preprocessing().centreTargets().orElse(true),
        config.kernel().toKernel(OptionalDouble.of(1)),
        config.kernel().needsMedian(),
        classWeights(config.solver()),
        config.preprocessing().text().map(TextConfig::toOptions).orElse(null));
  }

  private static ClassWeights classWeights(SolverConfig solver) {
    return solver instanceof BlockCoordinateDescentConfig descent
        ? descent.classWeights().map(ClassWeightsConfig::weights).orElseGet(ClassWeights.Equal::new)
        : new ClassWeights.Equal();
  }

  /** The training that a configuration describes. */
  public static Training<?> training(
      TrainConfig config, String configuration, SortedMap<String, String> versions) {
    if (config.solver() instanceof DoublyStochasticConfig gradients) {
      return new Training<BatchState>(
          settings(
              config,
              prepared -> new DoublyStochasticDescent(descent(config, gradients, prepared)),
              DoublyStochasticDescent.messages(),
              configuration,
              versions));
    }
    BlockCoordinateDescentConfig solver = (BlockCoordinateDescentConfig) config.solver();
    return solver.system() == KernelSystem.FULL_KERNEL
        ? training(
            config,
            kernel -> new FullKernelDescent(fullKernel(config, solver, kernel)),
            FullKernelDescent.messages(),
            configuration,
            versions)
        : training(
            config,
            kernel -> new ColumnDescent(columns(config, solver, kernel)),
            ColumnDescent.messages(),
            configuration,
            versions);
  }

  private static <S extends Solver.State> Training<?> training(
      TrainConfig config,
      Function<Kernel, Restartable<S>> solver,
      List<Class<?>> messages,
      String configuration,
      SortedMap<String, String> versions) {
    List<Double> widths = config.kernel().widths();
    return widths.isEmpty()
        ? new Training<S>(
            settings(
                config,
                prepared -> solver.apply(prepared.kernel()),
                messages,
                configuration,
                versions))
        : new Training<WidthPath.State<S>>(
            settings(
                config,
                prepared -> new WidthPath<>(widths, prepared, solver),
                WidthPath.messages(messages),
                configuration,
                versions));
  }

  private static <S extends Solver.State> Training.Settings<S> settings(
      TrainConfig config,
      Function<Prepared, Solver<S>> solver,
      List<Class<?>> messages,
      String configuration,
      SortedMap<String, String> versions) {
    return new Training.Settings<>(
        preparation(config),
        solver,
        messages,
        config.memory().size().map(size -> size.bytes()).orElse(0L),
        configuration,
        versions);
  }

  private static FullKernelDescent.Options fullKernel(
      TrainConfig config, BlockCoordinateDescentConfig solver, Kernel kernel) {
    return new FullKernelDescent.Options(
        kernel,
        config.precision(),
        ridge(solver),
        solver.blockSize(),
        solver.epochs(),
        solver.tolerance(),
        solver.patience().orElse(0),
        config.cache().toBudget(),
        config.factors().memory().bytes(),
        config.seed());
  }

  private static ColumnDescent.Options columns(
      TrainConfig config, BlockCoordinateDescentConfig solver, Kernel kernel) {
    return new ColumnDescent.Options(
        kernel,
        config.precision(),
        chosen(solver),
        ridge(solver),
        solver.blockSize(),
        solver.epochs(),
        solver.tolerance(),
        solver.patience().orElse(0),
        config.cache().toBudget(),
        config.factors().memory().bytes(),
        config.seed());
  }

  private static ColumnDescent.Columns chosen(BlockCoordinateDescentConfig solver) {
    if (solver.system() == KernelSystem.NYSTROM) {
      return new ColumnDescent.Columns.Nystrom(
          solver.landmarks().orElseThrow(),
          solver.sampling().orElse(ColumnDescent.Sampling.UNIFORM),
          solver.gamma().orElse(DEFAULT_GAMMA));
    }
    int count = solver.features().orElseThrow();
    return solver.map().orElse(FeatureMapKind.FOURIER) == FeatureMapKind.HASHING
        ? new ColumnDescent.Columns.Hashed(count)
        : new ColumnDescent.Columns.Fourier(count, solver.form().orElse(RandomFourier.Form.COSINE));
  }

  private static DoublyStochasticDescent.Options descent(
      TrainConfig config, DoublyStochasticConfig solver, Prepared prepared) {
    return new DoublyStochasticDescent.Options(
        solver
            .gradients()
            .options(
                prepared.kernel(),
                prepared.features(),
                config.seed(),
                config.precision(),
                config.cache().memory().bytes()),
        solver.batchSize(),
        solver.epochs());
  }

  private static Ridge ridge(BlockCoordinateDescentConfig solver) {
    return solver.ridge().isPresent()
        ? new Ridge(solver.ridge().get().values(), false)
        : new Ridge(solver.lambda().orElseThrow().values(), true);
  }

  /** A choice as the numerics call it. */
  static String name(Enum<?> choice) {
    return choice.name().toLowerCase(Locale.ROOT);
  }
}
