package org.filbert.estimators;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import org.filbert.data.TargetTransform;
import org.filbert.kernel.KernelOptions;
import org.filbert.kernel.KernelType;
import org.filbert.solver.SolverOptions;
import org.filbert.solver.SolverType;
import org.filbert.solver.SystemSolverOptions;
import org.filbert.system.SystemOptions;
import org.filbert.system.SystemType;
import org.filbert.system.equations.Risk;
import org.filbert.train.TrainingBuilder;
import org.filbert.train.TrainingSpec;
import org.filbert.train.columns.TableOptions;
import org.jspecify.annotations.Nullable;

/** The training that the parameters of an estimator stand for. */
final class RidgeOptions {
  private RidgeOptions() {}

  /**
   * Makes the training.
   *
   * @param columns that become features; null if these are vectors
   * @throws IllegalArgumentException if a parameter does not fit
   */
  static TrainingSpec of(KernelRidgeParams<?> params, @Nullable TableOptions columns) {
    Double fraction = params.getValidationFraction();
    TrainingBuilder training = TrainingSpec.of(kernel(params));
    if (columns != null) {
      training = training.columns(columns);
    }
    return training
        .validationFraction(fraction == null ? OptionalDouble.empty() : OptionalDouble.of(fraction))
        .system(system(params))
        .solver(solver(params))
        .ridge(params.getRidge())
        .risk(
            new Risk(
                Objects.requireNonNull(Risks.LOSSES.get(params.getLoss())),
                Objects.requireNonNull(Risks.PENALTIES.get(params.getPenalty()))))
        .target(
            params instanceof HasTarget<?> regressor
                ? TargetTransform.valueOf(regressor.getTarget().toUpperCase(Locale.ROOT))
                : TargetTransform.NONE)
        .seed(params.getSeed())
        .build();
  }

  private static KernelOptions kernel(KernelRidgeParams<?> params) {
    String name = params.getKernel();
    Class<? extends KernelOptions> type =
        KernelType.all().stream()
            .filter(each -> each.name().equals(name))
            .findFirst()
            .orElseThrow()
            .options();
    Double sigma = params.getSigma();
    Map<String, String> values =
        values(
            name,
            params.getKernelOptions(),
            Map.of("sigma", sigma == null ? "median" : Double.toString(sigma)),
            RecordBinder.keys(type));
    if (sigma == null && values.containsKey("gamma")) {
      values.remove("sigma"); // gamma is the width
    }
    return RecordBinder.bind("kernel " + name, type, values);
  }

  private static SystemOptions system(KernelRidgeParams<?> params) {
    String name = params.getSystem();
    return RecordBinder.bind(
        "system " + name,
        SystemType.of(name).options(),
        values(name, params.getSystemOptions(), Map.of(), List.of()));
  }

  private static SolverOptions solver(KernelRidgeParams<?> params) {
    String name = params.getSolver();
    Class<? extends SolverOptions> type =
        SolverType.all().stream()
            .filter(each -> each.name().equals(name))
            .findFirst()
            .orElseThrow()
            .options();
    Map<String, String> own =
        Map.of(
            "blockSize",
            Integer.toString(params.getBlockSize()),
            "epochs",
            Integer.toString(params.getEpochs()));
    SolverOptions bound =
        RecordBinder.bind(
            "solver " + name,
            type,
            values(name, params.getSolverOptions(), own, RecordBinder.keys(type)));
    if (bound instanceof SystemSolverOptions) {
      return bound;
    }
    throw new IllegalArgumentException(
        "solver " + name + " solves no kernel system, which these estimators train");
  }

  /**
   * Options by key.
   *
   * @param name of what they are for
   * @param options {@code key=value} each
   * @param own values of keys that are parameters of the estimator themselves
   * @param keys that a record has; other values of {@code own} are left out
   */
  private static Map<String, String> values(
      String name, String[] options, Map<String, String> own, List<String> keys) {
    Map<String, String> values = new LinkedHashMap<>(own);
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
                + key
                + (own.containsKey(key) ? " is a parameter of its own" : " was given before"));
      }
    }
    return values;
  }
}
