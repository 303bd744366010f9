package org.filbert.jobs.config.training;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.filbert.connectors.TaskKind;
import org.filbert.connectors.file.DataFormat;
import org.filbert.jobs.config.section.BackendConfig;
import org.filbert.jobs.config.section.CalibrationConfig;
import org.filbert.jobs.config.section.CheckpointConfig;
import org.filbert.jobs.config.section.GradientsConfig;
import org.filbert.jobs.config.section.MemoryBudget;
import org.filbert.jobs.config.section.ModelConfig;
import org.filbert.jobs.config.section.PreprocessingConfig;
import org.filbert.jobs.config.section.RestartConfig;
import org.filbert.jobs.config.section.RunConfig;
import org.filbert.jobs.config.training.ObjectiveConfig.LossChoice;
import org.filbert.jobs.config.yaml.ByteSize;
import org.filbert.jobs.config.yaml.ConfigException;
import org.filbert.jobs.config.yaml.Count;
import org.filbert.jobs.config.yaml.Domain;
import org.filbert.jobs.config.yaml.SizeOrAuto;
import org.filbert.kernel.KernelOptions;
import org.filbert.kernel.MetricOptions;
import org.filbert.linalg.Precision;
import org.filbert.selection.OpenChoices;
import org.filbert.solver.SolverOptions;
import org.filbert.solver.SystemSolverOptions;
import org.filbert.system.FullKernelOptions;
import org.filbert.system.SystemOptions;
import org.filbert.system.equations.Ridge;
import org.filbert.system.equations.Risk;
import org.filbert.train.Compatibility;
import org.filbert.train.TrainingBuilder;
import org.filbert.train.TrainingSpec;
import org.filbert.train.forecast.MemoryLimits;
import org.filbert.train.method.CalibrationMode;
import org.filbert.train.method.Objective;

/**
 * A training run. Two runs of one configuration give the same model.
 *
 * @param name Name of the run and of its model, of a-z, 0-9, {@code .}, {@code _} and {@code -}.
 * @param seed Seed of all random draws.
 * @param parallelism Number of workers. {@code auto}: the cores of the machine that submits the
 *     job.
 * @param task What is predicted: one of several classes, or numbers.
 * @param data The rows to train and to test with.
 * @param preprocessing What is done to rows before training, and to every row that is scored.
 * @param kernel The kernel function κ(x, z).
 * @param system The equations that are solved, and their unknowns. Default: the full kernel
 * @param objective What is minimised; {@code eigenpro} and {@code doubly-stochastic} do without.
 * @param solver The algorithm and its options.
 * @param ensemble Several solutions whose mean is the model; for {@code random-features}.
 * @param from Stored model that the solver starts from.
 * @param evaluation How often, and on how many rows, held-out errors are computed.
 * @param choose What validation rows choose by, and what becomes of them.
 * @param tuning A search for the best settings.
 * @param calibration How the model gets probabilities of classes, or intervals of numbers. {@code
 *     auto}: the logistic loss and softmax mean probabilities; otherwise they are fitted to
 *     validation rows, if there are any. {@code fitted}: to validation rows, whatever the loss.
 *     {@code left-out}: to training rows that are left out one at a time, without validation rows.
 *     {@code {folds: 5}}: to all training rows, each scored by a training without its fifth of
 *     them.
 * @param precision Precision of rows, kernel values and features; sums and coefficients are double.
 *     Default: {@code single}, or {@code double} where single precision loses the distances of rows
 *     or is too coarse for the ridge that {@code auto} would choose, and with {@code ridge: auto}
 *     for up to 4,000 rows
 * @param backend The libraries that compute.
 * @param cache Kernel or feature blocks that are kept from epoch to epoch.
 * @param factors Cholesky factors that are kept in memory.
 * @param memory Limit for all workers on one machine. {@code auto}: nine tenths of its memory.
 * @param budget What a choice of system and solver may take at most.
 * @param checkpoint How a run survives failures.
 * @param restart How a run on a cluster comes back.
 * @param store Directory of the model store. Default: {@code $FILBERT_STORE}, else {@code models}
 */
public record TrainConfig(
    String name,
    @JsonProperty(defaultValue = "1") long seed,
    @JsonProperty(defaultValue = "auto") Count parallelism,
    TaskKind task,
    DataConfig data,
    @JsonProperty(defaultValue = "{}") PreprocessingConfig preprocessing,
    KernelOptions kernel,
    Optional<SystemOptions> system,
    Optional<ObjectiveConfig> objective,
    SolverOptions solver,
    Optional<EnsembleConfig> ensemble,
    Optional<ModelConfig> from,
    @JsonProperty(defaultValue = "{}") EvaluationConfig evaluation,
    @JsonProperty(defaultValue = "{}") ChoiceConfig choose,
    Optional<TuningConfig> tuning,
    @JsonProperty(defaultValue = "auto") CalibrationConfig calibration,
    Optional<Precision> precision,
    @JsonProperty(defaultValue = "{}") BackendConfig backend,
    @JsonProperty(defaultValue = "{}") CacheConfig cache,
    @JsonProperty(defaultValue = "{memory: 2g}") MemoryBudget factors,
    @JsonProperty(defaultValue = "auto") SizeOrAuto memory,
    @JsonProperty(defaultValue = "{}") BudgetConfig budget,
    @JsonProperty(defaultValue = "{}") CheckpointConfig checkpoint,
    @JsonProperty(defaultValue = "{}") RestartConfig restart,
    Optional<String> store)
    implements RunConfig {

  private static final String VALIDATION_CALIBRATES =
      "calibration.folds is given beside validation rows of data, which calibrate already";

  public TrainConfig {
    ModelConfig.requireName(name);
    if (task == TaskKind.CLASSIFICATION && preprocessing.centreTargets().isPresent()) {
      throw new IllegalArgumentException(
          "preprocessing.centreTargets is given, which only task: regression has");
    }
    if (tuning.filter(search -> search.folds().isPresent()).isPresent()) {
      if (data.hasValidation()) {
        throw new IllegalArgumentException(
            "tuning.folds is given, which takes the place of the validation rows of data");
      }
    } else if (!data.hasValidation()) {
      if (tuning.isPresent()) {
        throw new IllegalArgumentException(
            "tuning needs validation rows: data.validation, data.validationFraction or"
                + " tuning.folds");
      }
      choose
          .refit()
          .filter(wanted -> wanted)
          .ifPresent(wanted -> refuseWithoutValidation("choose.refit"));
      if (solver.stopping().patience() > 0) {
        refuseWithoutValidation("solver.patience");
      }
      objective
          .flatMap(ObjectiveConfig::choice)
          .ifPresent(key -> refuseWithoutValidation("objective." + key));
      if (!kernel.widths().isEmpty()) {
        refuseWithoutValidation("kernel.sigma");
      }
      if (calibration.mode() == CalibrationMode.FITTED) {
        refuseWithoutValidation("calibration: fitted");
      }
    }
    if (calibration.byFolds()) {
      check(calibration, data, tuning.isPresent(), from.isPresent());
    }
    choose
        .by()
        .filter(measure -> measure.ofClasses() != (task == TaskKind.CLASSIFICATION))
        .ifPresent(
            measure -> {
              throw new IllegalArgumentException(
                  "choose.by is %s, which only task: %s has"
                      .formatted(
                          measure.label(), measure.ofClasses() ? "classification" : "regression"));
            });
    if (task == TaskKind.REGRESSION
        && objective.flatMap(ObjectiveConfig::classWeights).isPresent()) {
      throw new IllegalArgumentException(
          "objective.classWeights is given, which only task: classification has");
    }
    if (task == TaskKind.CLASSIFICATION && objective.flatMap(ObjectiveConfig::target).isPresent()) {
      throw new IllegalArgumentException(
          "objective.target is given, which only task: regression has");
    }
    if (from.isPresent() && (!kernel.widths().isEmpty() || kernel.automaticWidth())) {
      throw new IllegalArgumentException("from is given, which needs one kernel.sigma");
    }
    if (budget.memory().isPresent() && memory.size().isPresent()) {
      throw new IllegalArgumentException(
          "budget.memory and memory are both given, must be at most one of them");
    }
    if (from.isPresent() && kernel.metric().filter(MetricOptions::any).isPresent()) {
      throw new IllegalArgumentException(
          "from is given, which needs kernel.metric.learn: none: a solution under another metric is"
              + " no start");
    }
    if (from.isPresent() && ensemble.filter(given -> given.members() > 1).isPresent()) {
      throw new IllegalArgumentException(
          "from is given, which needs no ensemble: a model has the mean of the members alone");
    }
    ensemble
        .filter(given -> given.members() > 1)
        .ifPresent(
            given ->
                Compatibility.requireEnsemble(
                    given.members(),
                    system.orElseGet(FullKernelOptions::new),
                    solver,
                    objective.map(ObjectiveConfig::toRisk).orElse(Risk.RIDGE),
                    OpenChoices.NOTHING.withApproach(
                        system.filter(SystemOptions::automatic).isPresent(), solver.automatic())));
    kernel
        .metric()
        .filter(MetricOptions::any)
        .ifPresent(
            metric ->
                Compatibility.requireMetric(
                    metric,
                    system.orElseGet(FullKernelOptions::new),
                    solver,
                    kernel.kernel(OptionalDouble.of(1)),
                    kernel.widths(),
                    preprocessing.text().isPresent(),
                    !kernel.needsMedian()
                        && !objective.filter(ObjectiveConfig::automaticRidge).isPresent()
                        && objective.flatMap(ObjectiveConfig::choice).isEmpty()));
    if (memory.size().filter(size -> size.bytes() == 0).isPresent()) {
      throw new IllegalArgumentException("memory is 0, must be " + SizeOrAuto.ALLOWED);
    }
    if (data.train().format().ofText() != preprocessing.text().isPresent()) {
      throw new IllegalArgumentException(
          preprocessing.text().isPresent()
              ? "preprocessing.text is given, which needs documents; data.train.format names no"
                  + " text"
              : "preprocessing.text is missing, data.train.format names text, which needs it");
    }
    if (preprocessing.text().isPresent() && kernel.automaticWidth()) {
      throw new IllegalArgumentException(
          "kernel is chosen by leaving rows out, which needs rows of numbers; preprocessing.text is"
              + " given");
    }
    if (preprocessing.text().isPresent()
        && objective.filter(ObjectiveConfig::automaticRidge).isPresent()) {
      throw new IllegalArgumentException(
          "objective.ridge is auto, which needs rows of numbers; preprocessing.text is given");
    }
    if (preprocessing.columns().isPresent() && !data.train().format().hasColumns()) {
      throw new IllegalArgumentException(
          "preprocessing.columns is given, which needs data.train.format: csv that names no"
              + " features, categories or text, or jsonlines that names fields");
    }
    if (solver instanceof SystemSolverOptions systemSolver) {
      if (objective.isEmpty() && !systemSolver.ridgeless()) {
        throw new IllegalArgumentException(
            "objective is missing, must have the key ridge or lambda");
      }
      Compatibility.requireSolver(
          systemSolver.standIn(),
          system.orElseGet(FullKernelOptions::new),
          kernel.kernel(OptionalDouble.of(1)),
          objective.map(ObjectiveConfig::toRisk).orElse(Risk.RIDGE));
      if (task == TaskKind.REGRESSION
          && objective.flatMap(ObjectiveConfig::loss).orElse(LossChoice.SQUARE)
              != LossChoice.SQUARE) {
        throw new IllegalArgumentException(
            "objective.loss is not square, which only task: classification allows");
      }
    } else {
      requireNoSystem("system", system.isPresent());
      requireNoSystem("objective", objective.isPresent());
      requireNoSystem("from", from.isPresent());
      requireNoSystem("kernel.sigma as a list", !kernel.widths().isEmpty());
    }
    if (task == TaskKind.REGRESSION
        && solver instanceof DoublyStochasticConfig gradients
        && gradients.loss() != GradientsConfig.LossChoice.SQUARE) {
      throw new IllegalArgumentException(
          "solver.loss is not square, which only task: classification allows");
    }
    if (store.filter(String::isBlank).isPresent()) {
      throw new IllegalArgumentException("store is empty, must be a directory");
    }
  }

  /**
   * The same with the feature columns of a format for all data whose own format leaves them to the
   * header.
   */
  public TrainConfig withColumnsOf(DataFormat format) {
    return new TrainConfig(
        name,
        seed,
        parallelism,
        task,
        data.withColumnsOf(format),
        preprocessing,
        kernel,
        system,
        objective,
        solver,
        ensemble,
        from,
        evaluation,
        choose,
        tuning,
        calibration,
        precision,
        backend,
        cache,
        factors,
        memory,
        budget,
        checkpoint,
        restart,
        store);
  }

  /** The training that the configuration describes. */
  public TrainingSpec spec() {
    TrainingBuilder spec =
        TrainingSpec.of(kernel)
            .system(kernelSystem())
            .objective(
                objective
                    .map(ObjectiveConfig::toObjective)
                    .orElseGet(() -> Objective.of(Ridge.NONE)))
            .automaticRidge(objective.filter(ObjectiveConfig::automaticRidge).isPresent())
            .automaticTarget(objective.filter(ObjectiveConfig::automaticTarget).isPresent())
            .solver(solver)
            .preprocessing(preprocessing.toOptions(data.train().format()))
            .validationFraction(data.validationFraction())
            .rows(data.toRowUse())
            .evaluation(evaluation.toEvaluation(choose.by()))
            .calibration(calibration.mode())
            .memory(
                new MemoryLimits(
                    memory.bytesOr(budget.memory().map(ByteSize::bytes).orElse(0L)),
                    cache.toBudget(),
                    factors.memory().bytes()))
            .budget(budget.toBudget())
            .members(ensemble.map(EnsembleConfig::members).orElse(1))
            .seed(seed);
    precision.ifPresent(spec::precision);
    return spec.build();
  }

  /** The system that is solved, if the solver is one of kernel systems. */
  public SystemOptions kernelSystem() {
    return system.orElseGet(FullKernelOptions::new);
  }

  /** Whether settings are chosen from: ridges, widths, or those of a search. */
  public boolean hasChoice() {
    return tuning.isPresent()
        || !kernel.widths().isEmpty()
        || objective.flatMap(ObjectiveConfig::choice).isPresent();
  }

  /**
   * Number of parts of the training rows, each of which a training holds out for the calibration; 0
   * without such.
   */
  public int calibrationFolds() {
    return calibration.folds();
  }

  /** Whether the model is trained again on all rows after the choice. */
  public boolean refits() {
    return choose.refit().orElse(hasChoice());
  }

  /** The lists of ridges and widths, by key. */
  public SearchSpace lists() {
    Map<String, Domain> lists = new LinkedHashMap<>();
    if (!kernel.widths().isEmpty()) {
      lists.put("kernel.sigma", numbers(kernel.widths()));
    }
    objective.ifPresent(
        own ->
            own.choice()
                .ifPresent(key -> lists.put("objective." + key, numbers(own.toRidge().values()))));
    return new SearchSpace(lists);
  }

  private static Domain numbers(List<Double> values) {
    return new Domain.Values(
        values.stream().<JsonNode>map(JsonNodeFactory.instance::numberNode).toList());
  }

  private static void requireNoSystem(String key, boolean given) {
    if (given) {
      throw new IllegalArgumentException(
          key + " is given, which only solvers of kernel systems have");
    }
  }

  private static void check(
      CalibrationConfig calibration, DataConfig data, boolean tuning, boolean from) {
    if (tuning) {
      throw new IllegalArgumentException(
          "calibration.folds and tuning are both given: the validation rows of the search calibrate"
              + " already");
    }
    if (data.hasValidation() && !data.isFoldOf(calibration.folds())) {
      throw new IllegalArgumentException(VALIDATION_CALIBRATES);
    }
    if (from) {
      throw new IllegalArgumentException(
          "calibration.folds and from are both given: that model may have learned the rows that a"
              + " fold holds out");
    }
  }

  /**
   * Refuses folds for a calibration where validation rows are given, were they one of the folds.
   *
   * @throws ConfigException if they are
   */
  public void refuseValidationBesideFolds() {
    if (data.hasValidation()) {
      throw new ConfigException(VALIDATION_CALIBRATES);
    }
  }

  private static void refuseWithoutValidation(String key) {
    throw new IllegalArgumentException(
        key + " needs validation rows: data.validation or data.validationFraction");
  }
}
