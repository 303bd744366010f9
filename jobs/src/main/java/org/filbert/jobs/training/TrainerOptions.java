package org.filbert.jobs.training;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.filbert.connectors.DataFormat;
import org.filbert.jobs.config.ObjectiveConfig;
import org.filbert.jobs.config.TextConfig;
import org.filbert.jobs.config.TrainConfig;
import org.filbert.model.TrainedModel;
import org.filbert.shard.Prepared;
import org.filbert.solver.SolverType;
import org.filbert.solver.SystemSolverOptions;
import org.filbert.system.Ridge;
import org.filbert.system.Risk;
import org.filbert.system.SystemSettings;
import org.filbert.train.ClassWeights;
import org.filbert.train.HeldOut;
import org.filbert.train.MemoryCheck;
import org.filbert.train.Method;
import org.filbert.train.MethodOptions;
import org.filbert.train.Preparation;
import org.filbert.train.SystemRun;
import org.filbert.train.Training;

/** The options of the numerics that a configuration stands for. */
public final class TrainerOptions {
  /** What a method without blocks may keep where the size of the cache is left open. */
  private static final long OPEN_CACHE_BYTES = 2L << 30;

  private TrainerOptions() {}

  /** How its rows become matrices. */
  public static Preparation preparation(TrainConfig config) {
    return new Preparation(
        config.seed(),
        config.precision(),
        config.preprocessing().scaling(),
        config.preprocessing().storage(),
        config.preprocessing().centreTargets().orElse(true),
        config.kernel().toKernel(OptionalDouble.of(1)),
        config.kernel().needsMedian(),
        config.objective().map(ObjectiveConfig::weights).orElseGet(ClassWeights.Equal::new),
        config.preprocessing().text().map(TextConfig::toOptions).orElse(null),
        features(config.data().train().format()),
        new HeldOut(config.data().validationFraction(), config.evaluation().rows()));
  }

  private static OptionalInt features(DataFormat format) {
    return format instanceof DataFormat.LibSvm libSvm && libSvm.features() != null
        ? OptionalInt.of(libSvm.features())
        : OptionalInt.empty();
  }

  /**
   * The training that a configuration describes.
   *
   * @param from finds the model that it begins with, if there is one
   */
  public static Training<?> training(
      TrainConfig config,
      Supplier<Optional<TrainedModel>> from,
      String configuration,
      SortedMap<String, String> versions) {
    if (config.solver() instanceof MethodOptions method) {
      return training(
          config,
          Optional::empty,
          prepared ->
              method.method(
                  prepared,
                  config.precision(),
                  config.seed(),
                  config.cache().memory().bytesOr(OPEN_CACHE_BYTES),
                  config.evaluation().toEvaluation()),
          configuration,
          versions);
    }
    SystemRun.Options options = systemRun(config, (SystemSolverOptions) config.solver());
    return training(
        config,
        from,
        prepared -> new SystemRun<>(options, from, prepared),
        configuration,
        versions);
  }

  @SuppressWarnings("unchecked") // a method's states go back to it, whatever they are
  private static <S extends Method.State> Training<S> training(
      TrainConfig config,
      Supplier<Optional<TrainedModel>> from,
      Function<Prepared, Method<?>> method,
      String configuration,
      SortedMap<String, String> versions) {
    return new Training<>(
        new Training.Settings<>(
            preparation(config),
            from,
            prepared -> (Method<S>) method.apply(prepared),
            new Training.MemoryLimits(
                config.memory().bytesOr(0), config.cache().memory().size().isEmpty()),
            configuration,
            versions));
  }

  private static SystemRun.Options systemRun(TrainConfig config, SystemSolverOptions solver) {
    return new SystemRun.Options(
        config.kernelSystem(),
        new SystemSettings(
            config.kernel().toKernel(OptionalDouble.of(1)),
            config.precision(),
            config.objective().map(ObjectiveConfig::toRidge).orElse(Ridge.NONE),
            config.objective().map(ObjectiveConfig::toRisk).orElse(Risk.RIDGE),
            solver.access(),
            config.cache().toBudget(),
            config.factors().memory().bytes(),
            config.seed()),
        solver,
        config.kernel().widths(),
        config.evaluation().toEvaluation());
  }

  /**
   * Refuses, before any data are read, what no data make fit into this machine.
   *
   * @throws org.filbert.train.OutOfMemoryByPlanException if that is so
   */
  static void refuseHopeless(TrainConfig config) {
    if (config.solver() instanceof SystemSolverOptions solver) {
      MemoryCheck.refuseHopeless(
          config.kernelSystem().leastBytes(systemRun(config, solver).settings()),
          config.memory().bytesOr(0));
    }
  }

  /** The method's name, and the system or variant that it was used with. */
  static String method(TrainConfig config) {
    String variant =
        config.solver() instanceof MethodOptions method
            ? method.variant()
            : config.kernelSystem().type();
    return SolverType.of(config.solver()).name() + "/" + variant;
  }

  /** A choice as the numerics call it. */
  static String name(Enum<?> choice) {
    return choice.name().toLowerCase(Locale.ROOT);
  }
}
