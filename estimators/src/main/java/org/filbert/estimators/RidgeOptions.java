package org.filbert.estimators;

import java.io.Serializable;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.flink.runtime.util.EnvironmentInformation;
import org.filbert.cache.CacheBudget;
import org.filbert.kernel.Kernel;
import org.filbert.linalg.Precision;
import org.filbert.loss.LogisticLoss;
import org.filbert.loss.SmoothLoss;
import org.filbert.loss.SquareLoss;
import org.filbert.loss.SquaredHingeLoss;
import org.filbert.solver.SolverOptions;
import org.filbert.solver.SolverType;
import org.filbert.solver.SystemSolverOptions;
import org.filbert.system.Ridge;
import org.filbert.system.Risk;
import org.filbert.system.SystemOptions;
import org.filbert.system.SystemSettings;
import org.filbert.system.SystemType;
import org.filbert.train.Evaluation;
import org.filbert.train.Preparation;
import org.filbert.train.Scaling;
import org.filbert.train.Storage;
import org.filbert.train.SystemRun;
import org.filbert.train.SystemRunState;
import org.filbert.train.Training;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a training as plain values, which travel with the job.
 *
 * @param sigma bandwidth; null for the median distance between training rows
 */
record RidgeOptions(
    Choice kernel,
    Choice system,
    Choice solver,
    @Nullable Double sigma,
    double ridge,
    String loss,
    String penalty,
    int blockSize,
    int epochs,
    long seed,
    int workers)
    implements Serializable {
  /** The loss that regressions have. */
  static final String SQUARE = "square";

  /** Losses by name. */
  static final Map<String, SmoothLoss> LOSSES =
      Map.of(
          SQUARE,
          new SquareLoss(),
          "logistic",
          new LogisticLoss(),
          "squared-hinge",
          new SquaredHingeLoss());

  /** Penalties by name. */
  static final Map<String, Risk.Norm> PENALTIES = Map.of("l2", Risk.Norm.L2, "l1", Risk.Norm.L1);

  private static final long FACTOR_BYTES = 2L << 30;

  /** Parameters of kernels that need not be given, as in configurations. */
  private static final Map<String, String> OF_KERNELS = Map.of("gamma", "1", "c", "1");

  /** A name, and options as {@code key=value}. */
  record Choice(String name, List<String> options) implements Serializable {
    /**
     * The options by key.
     *
     * @param parameters what has parameters of its own, of which others than the keys are left out
     */
    Map<String, String> values(Map<String, String> parameters, List<String> keys) {
      Map<String, String> values = new LinkedHashMap<>(parameters);
      values.keySet().retainAll(keys);
      for (String option : options) {
        int equals = option.indexOf('=');
        if (equals < 1) {
          throw new IllegalArgumentException(
              "an option of " + name + " is \"" + option + "\", must be key=value");
        }
        String key = option.substring(0, equals).strip();
        if (values.put(key, option.substring(equals + 1).strip()) != null) {
          throw new IllegalArgumentException(
              "an option of "
                  + name
                  + " is \""
                  + option
                  + "\", "
                  + (parameters.containsKey(key)
                      ? key + " is a parameter of its own"
                      : key + " was given before"));
        }
      }
      return values;
    }
  }

  static RidgeOptions of(KernelRidgeParams<?> params, int workers) {
    return new RidgeOptions(
        new Choice(params.getKernel(), List.of(params.getKernelOptions())),
        new Choice(params.getSystem(), List.of(params.getSystemOptions())),
        new Choice(params.getSolver(), List.of(params.getSolverOptions())),
        params.getSigma(),
        params.getRidge(),
        params.getLoss(),
        params.getPenalty(),
        params.getBlockSize(),
        params.getEpochs(),
        params.getSeed(),
        workers);
  }

  /**
   * The training that they stand for.
   *
   * @throws IllegalArgumentException if an option does not fit
   */
  Training<SystemRunState> training() {
    Kernel start = toKernel();
    boolean median = sigma == null && RecordBinder.keys(start.getClass()).contains("sigma");
    SystemSolverOptions solverOptions = toSolver();
    SystemOptions system = toSystem();
    SystemRun.Options options =
        new SystemRun.Options(
            system,
            new SystemSettings(
                    start,
                    Precision.SINGLE,
                    new Ridge(ridge, false),
                    solverOptions.access(),
                    CacheBudget.ofMemory(Long.MAX_VALUE),
                    FACTOR_BYTES,
                    seed)
                .withRisk(
                    new Risk(
                        Objects.requireNonNull(LOSSES.get(loss)),
                        Objects.requireNonNull(PENALTIES.get(penalty)))),
            solverOptions,
            List.of(),
            Evaluation.AUTO);
    return new Training<>(
        new Training.Settings<>(
            new Preparation(
                seed, Precision.SINGLE, new Scaling.None(), Storage.AUTO, true, start, median),
            prepared -> new SystemRun<>(options, prepared),
            new Training.MemoryLimits(0, true),
            toString(),
            versions()));
  }

  private Kernel toKernel() {
    Class<?> type =
        Arrays.stream(Kernel.class.getPermittedSubclasses())
            .filter(each -> nameOf(each).equals(kernel.name()))
            .findFirst()
            .orElseThrow();
    List<String> keys = RecordBinder.keys(type);
    Map<String, String> values =
        kernel.values(Map.of("sigma", Double.toString(sigma == null ? 1 : sigma)), keys);
    OF_KERNELS.keySet().stream()
        .filter(keys::contains)
        .forEach(key -> values.putIfAbsent(key, OF_KERNELS.get(key)));
    return (Kernel) RecordBinder.bind("kernel " + kernel.name(), type, values);
  }

  /** A kernel's name. */
  static String nameOf(Class<?> kernel) {
    return kernel.getSimpleName().toLowerCase(Locale.ROOT);
  }

  private SystemOptions toSystem() {
    return RecordBinder.bind(
        "system " + system.name(),
        SystemType.of(system.name()).options(),
        system.values(Map.of(), List.of()));
  }

  private SystemSolverOptions toSolver() {
    Class<? extends SolverOptions> type =
        SolverType.all().stream()
            .filter(each -> each.name().equals(solver.name()))
            .findFirst()
            .orElseThrow()
            .options();
    Map<String, String> parameters =
        Map.of("blockSize", Integer.toString(blockSize), "epochs", Integer.toString(epochs));
    SolverOptions bound =
        RecordBinder.bind(
            "solver " + solver.name(), type, solver.values(parameters, RecordBinder.keys(type)));
    if (bound instanceof SystemSolverOptions ofSystems) {
      return ofSystems;
    }
    throw new IllegalArgumentException(
        "solver " + solver.name() + " solves no kernel system, which these estimators train");
  }

  private static SortedMap<String, String> versions() {
    SortedMap<String, String> versions = new TreeMap<>();
    String own = RidgeOptions.class.getPackage().getImplementationVersion();
    versions.put("filbert", own == null ? "development" : own);
    versions.put("flink", EnvironmentInformation.getVersion());
    versions.put("java", Runtime.version().toString());
    return versions;
  }
}
