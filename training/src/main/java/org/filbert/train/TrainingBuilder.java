package org.filbert.train;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.filbert.cache.CacheBudget;
import org.filbert.data.Instance;
import org.filbert.data.Target;
import org.filbert.data.TargetTransform;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.MetricOptions;
import org.filbert.linalg.Precision;
import org.filbert.loss.SmoothLoss;
import org.filbert.model.TrainedModel;
import org.filbert.selection.OpenChoices;
import org.filbert.solver.AutomaticSolver;
import org.filbert.solver.BlockDescentOptions;
import org.filbert.solver.SolverOptions;
import org.filbert.system.AutomaticSystem;
import org.filbert.system.FullKernelOptions;
import org.filbert.system.SystemOptions;
import org.filbert.system.equations.Ridge;
import org.filbert.system.equations.Risk;
import org.filbert.train.columns.PreprocessingOptions;
import org.filbert.train.columns.Quantiles;
import org.filbert.train.columns.Scaling;
import org.filbert.train.columns.Storage;
import org.filbert.train.columns.TableOptions;
import org.filbert.train.forecast.Budget;
import org.filbert.train.forecast.MemoryLimits;
import org.filbert.train.method.CalibrationMode;
import org.filbert.train.method.Evaluation;
import org.filbert.train.method.Objective;
import org.filbert.train.rows.ClassWeights;
import org.filbert.train.rows.LocalRows;
import org.filbert.train.rows.RowUse;

/** Sets the components of a {@link TrainingSpec} one at a time. */
public final class TrainingBuilder {
  private final Kernel kernel;
  private boolean medianSigma;
  private List<Double> sigmas = List.of();
  private OpenChoices open = OpenChoices.NOTHING;
  private MetricOptions metric = MetricOptions.NONE;
  private SystemOptions system = new FullKernelOptions();
  private Objective objective = Objective.of(new Ridge(0.01, false));
  private SolverOptions solver = BlockDescentOptions.of(2048, 10);
  private PreprocessingOptions preprocessing = PreprocessingOptions.NONE;
  private OptionalDouble validationFraction = OptionalDouble.empty();
  private RowUse rows = RowUse.AS_GIVEN;
  private Evaluation evaluation = Evaluation.AUTO;
  private CalibrationMode calibration = CalibrationMode.AUTO;
  private Optional<Precision> precision = Optional.empty();
  private MemoryLimits memory = MemoryLimits.AUTO;
  private Budget budget = Budget.AUTO;
  private int members = 1;
  private long seed = 1;

  TrainingBuilder(Kernel kernel) {
    this.kernel = kernel;
  }

  TrainingBuilder(TrainingSpec spec) {
    kernel = spec.kernel();
    medianSigma = spec.medianSigma();
    sigmas = spec.sigmas();
    open = spec.open();
    metric = spec.metric();
    system = spec.system();
    objective = spec.objective();
    solver = spec.solver();
    preprocessing = spec.preprocessing();
    validationFraction = spec.validationFraction();
    rows = spec.rows();
    evaluation = spec.evaluation();
    calibration = spec.calibration();
    precision = spec.precision();
    memory = spec.memory();
    budget = spec.budget();
    members = spec.members();
    seed = spec.seed();
  }

  /** Whether the kernel's σ is the median distance between training rows. */
  public TrainingBuilder medianSigma(boolean median) {
    medianSigma = median;
    return this;
  }

  /** Widths to choose from by validation rows. */
  public TrainingBuilder sigmas(List<Double> ascending) {
    sigmas = ascending;
    return this;
  }

  /** What is left to the training rows. */
  public TrainingBuilder open(OpenChoices choices) {
    open = choices;
    return this;
  }

  /** A metric of the inputs that is learned. */
  public TrainingBuilder metric(MetricOptions options) {
    metric = options;
    return this;
  }

  /** Whether the ridge is chosen by leaving training rows out. */
  public TrainingBuilder automaticRidge(boolean automatic) {
    return open(open.withRidge(automatic));
  }

  /** The system; an {@link AutomaticSystem} leaves it to the plan. */
  public TrainingBuilder system(SystemOptions options) {
    system = options.standIn();
    return open(open.withApproach(options.automatic(), open.solver()));
  }

  /** The solver; an {@link AutomaticSolver} leaves it to the plan. */
  public TrainingBuilder solver(SolverOptions options) {
    solver = options.standIn();
    return open(open.withApproach(open.system(), options.automatic()));
  }

  public TrainingBuilder objective(Objective minimised) {
    objective = minimised;
    return this;
  }

  /** Ridges, of which validation rows choose one if there are several. */
  public TrainingBuilder ridge(double... ascending) {
    return ridge(new Ridge(Arrays.stream(ascending).boxed().toList(), false));
  }

  public TrainingBuilder ridge(Ridge ridge) {
    return objective(objective.with(ridge));
  }

  public TrainingBuilder loss(SmoothLoss loss) {
    return risk(new Risk(loss, objective.risk().norm()));
  }

  public TrainingBuilder risk(Risk risk) {
    return objective(objective.with(risk));
  }

  public TrainingBuilder classWeights(ClassWeights weights) {
    return objective(objective.with(weights));
  }

  /** What is learned of a regression's targets. */
  public TrainingBuilder target(TargetTransform transform) {
    return objective(objective.with(transform));
  }

  /** Whether logarithms of targets are learned if rows then predict each other better. */
  public TrainingBuilder automaticTarget(boolean automatic) {
    return open(open.withTarget(automatic));
  }

  public TrainingBuilder preprocessing(PreprocessingOptions options) {
    preprocessing = options;
    return this;
  }

  public TrainingBuilder scaling(Scaling scaling) {
    return preprocessing(preprocessing.with(scaling));
  }

  public TrainingBuilder storage(Storage storage) {
    return preprocessing(preprocessing.with(storage));
  }

  /** Whether numbers become the normal quantiles of their ranks. */
  public TrainingBuilder quantiles(Quantiles quantiles) {
    return preprocessing(preprocessing.with(quantiles));
  }

  /** Columns of a table, whose cells the records have. */
  public TrainingBuilder columns(TableOptions table) {
    return preprocessing(preprocessing.with(table));
  }

  /** Share of the training rows that become validation rows. */
  public TrainingBuilder validationFraction(OptionalDouble fraction) {
    validationFraction = fraction;
    return this;
  }

  /** What is used of the rows. */
  public TrainingBuilder rows(RowUse use) {
    rows = use;
    return this;
  }

  public TrainingBuilder evaluation(Evaluation options) {
    evaluation = options;
    return this;
  }

  /** How the model gets probabilities or intervals. */
  public TrainingBuilder calibration(CalibrationMode mode) {
    calibration = mode;
    return this;
  }

  public TrainingBuilder precision(Precision values) {
    precision = Optional.of(values);
    return this;
  }

  public TrainingBuilder memory(MemoryLimits limits) {
    memory = limits;
    return this;
  }

  public TrainingBuilder cache(CacheBudget room, long factorBytes) {
    return memory(new MemoryLimits(memory.machine(), room, factorBytes));
  }

  /** The budget of a choice by the plan. */
  public TrainingBuilder budget(Budget most) {
    budget = most;
    return this;
  }

  /** Members of an ensemble, whose solutions are averaged; 1 for a single one. */
  public TrainingBuilder members(int number) {
    members = number;
    return this;
  }

  public TrainingBuilder seed(long value) {
    seed = value;
    return this;
  }

  /**
   * The training.
   *
   * @throws IllegalArgumentException if the options do not fit each other
   */
  public TrainingSpec build() {
    return new TrainingSpec(
        kernel,
        medianSigma,
        sigmas,
        open,
        metric,
        system,
        objective,
        solver,
        preprocessing,
        validationFraction,
        rows,
        evaluation,
        calibration,
        precision,
        memory,
        budget,
        members,
        seed);
  }

  /**
   * Trains a classifier on threads of this process.
   *
   * @param x one row of features each
   * @param classes name of the class of each row
   * @throws IllegalArgumentException if the options do not fit each other or the rows
   */
  public TrainedModel train(double[][] x, String... classes) {
    return build().train(LocalRows.rows(x, classes.length, i -> new Target.ClassName(classes[i])));
  }

  /**
   * Trains a regression on threads of this process.
   *
   * @param x one row of features each
   * @param values target of each row
   * @throws IllegalArgumentException if the options do not fit each other or the rows
   */
  public TrainedModel train(double[][] x, double... values) {
    return build()
        .train(LocalRows.rows(x, values.length, i -> new Target.Values(new double[] {values[i]})));
  }

  /** As {@link TrainingSpec#train}. */
  public TrainedModel train(List<? extends Instance> rows) {
    return build().train(rows);
  }
}
