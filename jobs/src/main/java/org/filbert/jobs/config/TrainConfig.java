package org.filbert.jobs.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.regex.Pattern;
import org.filbert.connectors.TaskKind;
import org.filbert.linalg.Precision;

/**
 * All that defines a training run; two runs of one configuration give the same model.
 *
 * @param name of the run and of its model: a-z, 0-9, dot, underscore, hyphen, beginning with a
 *     letter or digit
 * @param parallelism workers; auto: the number of cores
 * @param precision of kernel tiles; sums and solves are double
 * @param cache kernel or feature blocks kept from epoch to epoch
 * @param factors Cholesky factors kept in memory, all workers together
 * @param memory of one machine that the workers there may take together
 * @param store directory of the model store
 */
public record TrainConfig(
    String name,
    @JsonProperty(defaultValue = "1") long seed,
    @JsonProperty(defaultValue = "auto") Count parallelism,
    TaskKind task,
    DataConfig data,
    @JsonProperty(defaultValue = "{}") PreprocessingConfig preprocessing,
    KernelConfig kernel,
    SolverConfig solver,
    @JsonProperty(defaultValue = "single") Precision precision,
    @JsonProperty(defaultValue = "{}") BackendConfig backend,
    @JsonProperty(defaultValue = "{}") CacheConfig cache,
    @JsonProperty(defaultValue = "{memory: 2g}") MemoryBudget factors,
    @JsonProperty(defaultValue = "auto") MemoryLimit memory,
    @JsonProperty(defaultValue = "{}") CheckpointConfig checkpoint,
    @JsonProperty(defaultValue = "models") String store) {
  private static final int LONGEST_NAME = 100;
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]*");

  public TrainConfig {
    requireName(name);
    if (task == TaskKind.CLASSIFICATION && preprocessing.centreTargets().isPresent()) {
      throw new IllegalArgumentException(
          "preprocessing.centreTargets is given, which only task: regression has");
    }
    if (!data.hasValidation()) {
      solver.needsValidation().ifPresent(key -> refuseWithoutValidation("solver." + key));
      if (!kernel.widths().isEmpty()) {
        refuseWithoutValidation("kernel.sigma");
      }
    }
    if (task == TaskKind.REGRESSION
        && solver instanceof BlockCoordinateDescentConfig descent
        && descent.classWeights().isPresent()) {
      throw new IllegalArgumentException(
          "solver.classWeights is given, which only task: classification has");
    }
    if (data.train().format().ofText() != preprocessing.text().isPresent()) {
      throw new IllegalArgumentException(
          preprocessing.text().isPresent()
              ? "preprocessing.text is given, which needs documents; data.train.format names no text"
              : "preprocessing.text is missing, data.train.format names text, which needs it");
    }
    if (solver.needsLinearKernel() && !(kernel instanceof KernelConfig.LinearConfig)) {
      throw new IllegalArgumentException(
          "solver.map is hashing, which needs kernel: {type: linear}");
    }
    if (solver instanceof DoublyStochasticConfig gradients) {
      if (task == TaskKind.REGRESSION && gradients.loss() != GradientsConfig.LossChoice.SQUARE) {
        throw new IllegalArgumentException(
            "solver.loss is not square, which only task: classification allows");
      }
      if (!kernel.widths().isEmpty()) {
        throw new IllegalArgumentException(
            "kernel.sigma is a list, which only solver.type: block-coordinate-descent allows");
      }
    }
    if (store.isBlank()) {
      throw new IllegalArgumentException("store is empty, must be a directory");
    }
  }

  static void requireName(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "name is '"
              + name
              + "', must be of a-z, 0-9, '.', '_' and '-' only, beginning with a letter or digit");
    }
    if (name.length() > LONGEST_NAME) {
      throw new IllegalArgumentException(
          "name has " + name.length() + " characters, must be at most " + LONGEST_NAME);
    }
  }

  private static void refuseWithoutValidation(String key) {
    throw new IllegalArgumentException(
        key + " needs validation rows: data.validation or data.validationFraction");
  }
}
