package org.filbert.train;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import org.filbert.cache.CacheBudget;
import org.filbert.data.Instance;
import org.filbert.data.Outputs;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.KernelOptions;
import org.filbert.kernel.MetricOptions;
import org.filbert.kernel.MetricSolution;
import org.filbert.kernel.SpectralKernel;
import org.filbert.linalg.PowerOfTwo;
import org.filbert.linalg.Precision;
import org.filbert.model.TrainedModel;
import org.filbert.selection.Criterion;
import org.filbert.selection.OpenChoices;
import org.filbert.selection.Selection;
import org.filbert.shard.Prepared;
import org.filbert.solver.BlockDescentOptions;
import org.filbert.solver.SolverOptions;
import org.filbert.solver.SolverType;
import org.filbert.solver.SystemSolverOptions;
import org.filbert.system.FullKernelOptions;
import org.filbert.system.SystemOptions;
import org.filbert.system.equations.Risk;
import org.filbert.system.equations.SystemSettings;
import org.filbert.train.columns.PreprocessingOptions;
import org.filbert.train.forecast.Approach;
import org.filbert.train.forecast.Budget;
import org.filbert.train.forecast.MemoryCheck;
import org.filbert.train.forecast.MemoryLimits;
import org.filbert.train.forecast.OutOfMemoryByPlanException;
import org.filbert.train.method.CalibrationMode;
import org.filbert.train.method.Evaluation;
import org.filbert.train.method.Measure;
import org.filbert.train.method.Method;
import org.filbert.train.method.MethodOptions;
import org.filbert.train.method.Objective;
import org.filbert.train.rows.ClassWeights;
import org.filbert.train.rows.LocalRows;
import org.filbert.train.rows.RowUse;
import org.filbert.workers.LocalWorkers;
import org.jspecify.annotations.Nullable;

/**
 * A training: what is learned, and how. Everything but the kernel has a default.
 *
 * <pre>{@code
 * double[][] x = {{0, 0}, {0, 1}, {1, 0}, {1, 1}};
 * String[] y = {"same", "different", "different", "same"};
 * TrainedModel model = TrainingSpec.of(new Gaussian(0.5)).ridge(0.01).train(x, y);
 * String answer = model.predictClass(0.9, 0.1);
 * }</pre>
 *
 * <p>Names of classes as targets make it a classification, numbers a regression.
 *
 * @param kernel of several widths the kernel with any of them
 * @param medianSigma whether the kernel's σ is the median distance between training rows
 * @param sigmas ascending widths to choose from by validation rows; none if there is no choice
 * @param open what is chosen by leaving training rows out, and by the plan; what stands in its
 *     place here counts until then
 * @param metric of the inputs that is learned
 * @param system kernel system that is solved; a {@link MethodOptions} solves none
 * @param objective minimised on that system
 * @param solver algorithm, with the limits of its epochs
 * @param preprocessing of the records
 * @param validationFraction chance of a training row to become a validation row; absent: those that
 *     are given are all
 * @param rows what is used of the rows
 * @param evaluation how often held-out rows are scored, how many, and what they choose by
 * @param calibration how the model gets probabilities or intervals
 * @param precision of rows, kernel values and features; sums and solutions are double. Absent:
 *     single, or double where single precision loses the distances of the rows at hand, or is too
 *     coarse for the ridge that they choose, and for few rows that choose one
 * @param memory limits
 * @param budget of a choice by the plan
 * @param members of an ensemble, whose solutions on random features of their own are averaged; 1
 *     for a single one
 * @param seed of all random choices
 */
public record TrainingSpec(
    Kernel kernel,
    boolean medianSigma,
    List<Double> sigmas,
    OpenChoices open,
    MetricOptions metric,
    SystemOptions system,
    Objective objective,
    SolverOptions solver,
    PreprocessingOptions preprocessing,
    OptionalDouble validationFraction,
    RowUse rows,
    Evaluation evaluation,
    CalibrationMode calibration,
    Optional<Precision> precision,
    MemoryLimits memory,
    Budget budget,
    int members,
    long seed) {
  /** Cache of a method without a kernel system where the size is left open. */
  private static final long OPEN_CACHE_BYTES = 2L << 30;

  public TrainingSpec {
    sigmas = List.copyOf(sigmas);
    if (validationFraction.isPresent()) {
      double fraction = validationFraction.getAsDouble();
      if (!(fraction > 0 && fraction < 1)) {
        throw new IllegalArgumentException(
            "validationFraction is " + fraction + ", must be a number between 0 and 1");
      }
    }
    if (solver instanceof SystemSolverOptions ofSystems) {
      Compatibility.requireSolver(ofSystems, system, kernel, objective.risk());
      if (!ofSystems.ridgeless() && objective.ridge().values().get(0) == 0) {
        throw new IllegalArgumentException("ridge is 0.0, must be a number above 0");
      }
    }
    if (open.ridge() && !objective.risk().equals(Risk.RIDGE)) {
      throw new IllegalArgumentException(
          "ridge is auto, which needs the square loss and the penalty l2");
    }
    if (objective.classWeights() instanceof ClassWeights.Automatic
        && !(objective.risk().linear() && solver instanceof SystemSolverOptions)) {
      throw new IllegalArgumentException(
          "classWeights is auto, which needs the square loss and a solver of systems");
    }
    if (open.byRows() && preprocessing.text() != null) {
      throw new IllegalArgumentException(
          "a kernel, sigma or ridge is auto, which needs rows of numbers, found documents");
    }
    if (calibration == CalibrationMode.LEFT_OUT && preprocessing.text() != null) {
      throw new IllegalArgumentException(
          "calibration is left-out, which needs rows of numbers, found documents");
    }
    if (metric.any()) {
      boolean settled = !open.byRows() && !medianSigma && objective.ridge().values().size() == 1;
      Compatibility.requireMetric(
          metric, system, solver, kernel, sigmas, preprocessing.text() != null, settled);
      for (MetricSolution solution : metric.solutions().orElse(List.of())) {
        if (solver instanceof SystemSolverOptions ofSystems) {
          Compatibility.requireSolver(ofSystems, system, solution.function(), objective.risk());
        }
      }
    }
    if (metric.rows().isPresent() && !learnsOfSample(open, objective, solver, members)) {
      throw new IllegalArgumentException(
          "kernel.metric.rows is %s, which needs the square loss, the penalty l2, a ridge above 0 and a solver of systems"
              .formatted(metric.rows().getAsInt()));
    }
    if (members != 1) {
      Compatibility.requireEnsemble(members, system, solver, objective.risk(), open);
    }
  }

  /** What kernels, ridges and metrics are compared by. */
  Criterion criterion(Outputs outputs) {
    boolean classes = outputs instanceof Outputs.Classes;
    return switch (evaluation.by().orElse(classes ? Measure.LOG_LOSS : Measure.RMSE)) {
      case ERROR -> Criterion.ERROR;
      case LOG_LOSS -> Criterion.LOG_LOSS;
      case AUC -> Criterion.AUC;
      case AVERAGE_PRECISION -> Criterion.AVERAGE_PRECISION;
      case F1 -> Criterion.F1;
      case RMSE -> Criterion.MEAN_SQUARE;
      case MAE -> Criterion.MAE;
    };
  }

  /**
   * Whether classes may have other targets than ±1: more than two where a kernel or a ridge is
   * chosen, and two whose weights are automatic.
   */
  boolean codes(Outputs outputs) {
    boolean wanted =
        outputs.columns() == 1
            ? objective.classWeights() instanceof ClassWeights.Automatic
            : open.byRows();
    return wanted && objective.risk().equals(Risk.RIDGE) && solver instanceof SystemSolverOptions;
  }

  /**
   * Most of n rows whose sum a product with the coefficients is: those of an exact solution where
   * the plan chooses the system, as the other systems that it may choose have fewer unknowns.
   */
  long summedRows(long n) {
    return Math.min(
        n, open.system() ? Approach.EXACT_ROWS : system.mostRows().orElse(Integer.MAX_VALUE));
  }

  /** Whether the solver and the system work with a kernel. */
  boolean takes(Kernel other) {
    if (!(solver instanceof SystemSolverOptions ofSystems)) {
      return SpectralKernel.drawable(other);
    }
    try {
      Compatibility.requireSolver(ofSystems, system, other, objective.risk());
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /**
   * Begins with a kernel and the defaults: kernel ridge regression on the full kernel matrix with
   * ridge 0.01, by 10 epochs of block coordinate descent in single precision.
   */
  public static TrainingBuilder of(Kernel kernel) {
    return new TrainingBuilder(kernel);
  }

  /** As {@link #of(Kernel)}, with a kernel whose width may be left to the data. */
  public static TrainingBuilder of(KernelOptions kernel) {
    return of(kernel.kernel(OptionalDouble.of(1)))
        .medianSigma(kernel.needsMedian())
        .sigmas(kernel.widths())
        .open(new OpenChoices(kernel.automatic(), kernel.automaticWidth(), false))
        .metric(kernel.metric().orElse(MetricOptions.NONE));
  }

  /** What n training rows may be solved by, the most accurate first. */
  List<Approach> approaches(int n) {
    return Approach.of(open, system.allRows(), n, solver.stopping().epochs(), this::goTogether);
  }

  private boolean goTogether(Approach approach) {
    try {
      with(approach);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** This training with a system and a solver that were chosen, where they are open. */
  public TrainingSpec with(Approach approach) {
    TrainingBuilder settled = toBuilder();
    if (open.system()) {
      settled.system(approach.system());
    }
    if (open.solver()) {
      settled.solver(approach.solver());
    }
    return settled.build();
  }

  /** This training with what its rows and its plan have chosen. */
  public TrainingSpec settled(@Nullable Selection selection, @Nullable Approach approach) {
    TrainingSpec settled = approach == null ? this : with(approach);
    return selection != null && (open.ridge() || metric.given())
        ? settled.toBuilder().ridge(selection.best().ridge()).automaticRidge(false).build()
        : settled;
  }

  /** A builder that begins with this one. */
  public TrainingBuilder toBuilder() {
    return new TrainingBuilder(this);
  }

  /**
   * Trains on threads of this process, one for each core unless there are few rows.
   *
   * @param rows also sparse ones or documents, several targets, validation and test rows
   * @throws IllegalArgumentException if the rows do not fit, or the options do not fit them
   */
  public TrainedModel train(List<? extends Instance> rows) {
    try (LocalWorkers workers = LocalRows.workers(rows, seed)) {
      return new Training(this).run(workers).model();
    }
  }

  /** The kernel as messages call it: in the units of the rows as they are given. */
  public Kernel kernel(Prepared prepared) {
    return medianSigma || metric.any() ? prepared.kernel() : kernel;
  }

  /**
   * The power of two that rows and widths are multiplied with, so that squares of the width neither
   * overflow nor underflow. No kernel value changes. It is 1 for widths from 2⁻³² to 2³², for
   * documents, and where the width is left to the data.
   */
  double unit() {
    if (medianSigma || preprocessing.text() != null) {
      return 1;
    }
    return PowerOfTwo.ofWidth(
        sigmas.isEmpty() ? kernel.width().orElse(1) : sigmas.get(sigmas.size() / 2));
  }

  /** The kernel for rows that are multiplied with a power of two. */
  Kernel kernelIn(double units) {
    return units == 1 ? kernel : kernel.withSigma(kernel.width().orElseThrow() * units);
  }

  /** Settings of the kernel system, in single precision where the precision is left to the rows. */
  public SystemSettings settings() {
    return new SystemSettings(
            kernel,
            precision.orElse(Precision.SINGLE),
            objective.ridge(),
            objective.risk(),
            ((SystemSolverOptions) solver).access(),
            memory.cache(),
            memory.factors(),
            seed)
        .withMembers(members);
  }

  /** Whether a metric can be learned from exact solutions of a sample of the rows. */
  boolean learnsOfSample() {
    return learnsOfSample(open, objective, solver, members);
  }

  private static boolean learnsOfSample(
      OpenChoices open, Objective objective, SolverOptions solver, int members) {
    return solver instanceof SystemSolverOptions
        && objective.risk().equals(Risk.RIDGE)
        && (open.ridge() || objective.ridge().values().get(0) > 0)
        && members == 1;
  }

  /** This training with an exact solution of a sample of the rows. */
  TrainingSpec exact(int sampled) {
    return toBuilder()
        .open(open.withApproach(false, false))
        .system(new FullKernelOptions())
        .solver(BlockDescentOptions.of(sampled, 1))
        .build();
  }

  /**
   * Plans the solutions of this training.
   *
   * @param from finds the model that the run begins with, if there is one
   * @param timed whether the speed is measured where no choice depends on it
   */
  Planner planner(Supplier<Optional<TrainedModel>> from, boolean timed) {
    return new Planner(
        new Planner.Terms(
            open,
            memory,
            budget.seconds(),
            solutions(),
            metric.rows(),
            learnsOfSample(),
            system.mostRows()),
        new Planner.Methods() {
          @Override
          public List<Approach> approaches(int n) {
            return TrainingSpec.this.approaches(n);
          }

          @Override
          public Method<?> ofAll(
              Prepared prepared, @Nullable Selection selection, @Nullable Approach approach) {
            return settled(selection, approach).method(from, prepared);
          }

          @Override
          public Method<?> ofSample(Prepared sample, @Nullable Selection selection) {
            return exact(sample.rows()).settled(selection, null).method(from, sample);
          }
        },
        timed);
  }

  /**
   * The method of a run on encoded rows.
   *
   * @param from finds the model that the run begins with, if there is one
   */
  Method<?> method(Supplier<Optional<TrainedModel>> from, Prepared prepared) {
    CacheBudget cache = memory.cache();
    return solver instanceof MethodOptions options
        ? options.method(
            prepared,
            prepared.preprocessing().precision(),
            seed,
            cache.takesTheRest() ? OPEN_CACHE_BYTES : cache.memory(),
            evaluation)
        : new SystemRun<>(this, from, prepared);
  }

  /** Most solutions of a run: several if it learns a metric. */
  int solutions() {
    return metric.any() ? metric.mostIterations() + 1 : 1;
  }

  /** The solver's name, and the system or variant that it is used with. */
  public String methodName() {
    return SolverType.of(solver).name()
        + "/"
        + (solver instanceof MethodOptions method ? method.variant() : system.type());
  }

  /**
   * Refuses a run that does not fit into this machine whatever the data, before any are read.
   *
   * @throws OutOfMemoryByPlanException if it does not fit
   */
  public void refuseHopeless() {
    if (solver instanceof SystemSolverOptions) {
      MemoryCheck.refuseHopeless(system.leastBytes(settings()), memory.machine());
    }
  }
}
