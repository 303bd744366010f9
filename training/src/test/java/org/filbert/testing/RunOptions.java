package org.filbert.testing;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.filbert.cache.CacheBudget;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.MetricOptions;
import org.filbert.linalg.Precision;
import org.filbert.selection.OpenChoices;
import org.filbert.solver.BlockDescentOptions;
import org.filbert.solver.SystemSolverOptions;
import org.filbert.system.SystemOptions;
import org.filbert.system.equations.Ridge;
import org.filbert.system.equations.Risk;
import org.filbert.system.equations.SystemSettings;
import org.filbert.train.TrainingBuilder;
import org.filbert.train.TrainingSpec;
import org.filbert.train.method.CalibrationMode;
import org.filbert.train.method.Evaluation;

/** A training on a kernel system, with changes one at a time that are checked together. */
public record RunOptions(Supplier<TrainingBuilder> builder) {
  /** Block descent on the full kernel: single precision, ridge 0.01, everything kept, seed 7. */
  public static RunOptions of(Kernel kernel, int blockSize, int epochs) {
    BlockDescentOptions solver = BlockDescentOptions.of(blockSize, epochs);
    return new RunOptions(
        () ->
            TrainingSpec.of(kernel)
                .solver(solver)
                .cache(CacheBudget.ofMemory(1L << 30), 1L << 30)
                .seed(7));
  }

  public TrainingSpec spec() {
    return builder.get().build();
  }

  public SystemOptions system() {
    return spec().system();
  }

  public SystemSettings settings() {
    return spec().settings();
  }

  public SystemSolverOptions solver() {
    return (SystemSolverOptions) spec().solver();
  }

  private RunOptions with(UnaryOperator<TrainingBuilder> change) {
    return new RunOptions(() -> change.apply(builder.get()));
  }

  public RunOptions withSystem(SystemOptions system) {
    return with(spec -> spec.system(system));
  }

  public RunOptions withSolver(SystemSolverOptions solver) {
    return with(spec -> spec.solver(solver));
  }

  public RunOptions withRisk(Risk risk) {
    return with(spec -> spec.risk(risk));
  }

  public RunOptions withSigmas(List<Double> sigmas) {
    return with(spec -> spec.sigmas(sigmas));
  }

  public RunOptions withEvaluation(Evaluation evaluation) {
    return with(spec -> spec.evaluation(evaluation));
  }

  public RunOptions withCalibration(CalibrationMode mode) {
    return with(spec -> spec.calibration(mode));
  }

  /** With a width and a ridge that are chosen by leaving rows out. */
  public RunOptions withOpenChoices() {
    return with(spec -> spec.medianSigma(true).open(new OpenChoices(false, true, true)));
  }

  /** With a metric that is learned. */
  public RunOptions withMetric(MetricOptions metric) {
    return with(spec -> spec.metric(metric));
  }

  /** With an ensemble of so many members. */
  public RunOptions withMembers(int members) {
    return with(spec -> spec.members(members));
  }

  /** With other random numbers. */
  public RunOptions withSeed(long seed) {
    return with(spec -> spec.seed(seed));
  }

  public RunOptions withPrecision(Precision precision) {
    return with(spec -> spec.precision(precision));
  }

  public RunOptions withRidge(Ridge ridge) {
    return with(spec -> spec.ridge(ridge));
  }

  public RunOptions withCache(CacheBudget cache, long factorBytes) {
    return with(spec -> spec.cache(cache, factorBytes));
  }

  public RunOptions withBudgets(long cacheBytes, long factorBytes) {
    return withCache(CacheBudget.ofMemory(cacheBytes), factorBytes);
  }

  private BlockDescentOptions descent() {
    return (BlockDescentOptions) spec().solver();
  }

  /** Tolerance and patience of a block descent; 0 for none. */
  public RunOptions withStopping(double tolerance, int patience) {
    return withSolver(
        new BlockDescentOptions(
            descent().blockSize(),
            descent().epochs(),
            tolerance == 0 ? OptionalDouble.empty() : OptionalDouble.of(tolerance),
            patience == 0 ? OptionalInt.empty() : OptionalInt.of(patience),
            descent().directions(),
            descent().blockSolver(),
            descent().rank()));
  }

  /** Conjugate directions of a block descent. */
  public RunOptions withDirections(int directions) {
    return withSolver(
        new BlockDescentOptions(
            descent().blockSize(),
            descent().epochs(),
            descent().tolerance(),
            descent().patience(),
            OptionalInt.of(directions),
            descent().blockSolver(),
            descent().rank()));
  }

  /** Blocks of a descent by conjugate gradients. */
  public RunOptions withSketchedBlocks(int rank) {
    return withSolver(
        new BlockDescentOptions(
            descent().blockSize(),
            descent().epochs(),
            descent().tolerance(),
            descent().patience(),
            descent().directions(),
            Optional.of(BlockDescentOptions.BlockSolver.CONJUGATE_GRADIENTS),
            OptionalInt.of(rank)));
  }
}
