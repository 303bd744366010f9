package org.filbert.jobs.training;

import java.util.Locale;
import java.util.OptionalDouble;
import org.filbert.jobs.config.BlockCoordinateDescentConfig;
import org.filbert.jobs.config.TrainConfig;
import org.filbert.solver.FullKernelDescent;
import org.filbert.solver.Ridge;
import org.filbert.train.Preparation;
import org.filbert.train.Prepared;

/** The options of the numerics that a configuration stands for. */
final class TrainerOptions {
  private TrainerOptions() {}

  static Preparation preparation(TrainConfig config) {
    return new Preparation(
        config.seed(),
        config.precision(),
        config.preprocessing().scaling(),
        config.preprocessing().storage(),
        config.preprocessing().centreTargets().orElse(true),
        config.kernel().toKernel(OptionalDouble.of(1)),
        config.kernel().needsMedian());
  }

  static FullKernelDescent.Options descent(TrainConfig config, Prepared prepared) {
    BlockCoordinateDescentConfig solver = (BlockCoordinateDescentConfig) config.solver();
    return new FullKernelDescent.Options(
        prepared.kernel(),
        config.precision(),
        ridge(solver),
        solver.blockSize(),
        solver.epochs(),
        solver.tolerance(),
        solver.patience().orElse(0),
        config.cache().memory().bytes(),
        config.factors().memory().bytes(),
        config.seed());
  }

  private static Ridge ridge(BlockCoordinateDescentConfig solver) {
    return solver.ridge().isPresent()
        ? new Ridge(solver.ridge().getAsDouble(), false)
        : new Ridge(solver.lambda().orElseThrow(), true);
  }

  /** A choice as the numerics call it. */
  static String name(Enum<?> choice) {
    return choice.name().toLowerCase(Locale.ROOT);
  }
}
