package org.filbert.testing;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.filbert.cache.CacheBudget;
import org.filbert.kernel.Kernel;
import org.filbert.linalg.Precision;
import org.filbert.solver.BlockDescentOptions;
import org.filbert.solver.SystemSolverOptions;
import org.filbert.system.Access;
import org.filbert.system.FullKernelOptions;
import org.filbert.system.Ridge;
import org.filbert.system.Risk;
import org.filbert.system.SystemOptions;
import org.filbert.system.SystemSettings;
import org.filbert.train.Evaluation;
import org.filbert.train.SystemRun;

/** What a run on a kernel system is told, with changes one at a time. */
public record RunOptions(
    SystemOptions system,
    SystemSettings settings,
    SystemSolverOptions solver,
    List<Double> sigmas,
    Evaluation evaluation) {
  /** Block descent on the full kernel: single precision, ridge 0.01, everything kept, seed 7. */
  public static RunOptions of(Kernel kernel, int blockSize, int epochs) {
    return new RunOptions(
        new FullKernelOptions(),
        new SystemSettings(
            kernel,
            Precision.SINGLE,
            new Ridge(0.01, false),
            Access.ofBlocks(blockSize),
            CacheBudget.ofMemory(1L << 30),
            1L << 30,
            7),
        BlockDescentOptions.of(blockSize, epochs),
        List.of(),
        Evaluation.AUTO);
  }

  public SystemRun.Options options() {
    return new SystemRun.Options(system, settings, solver, sigmas, evaluation);
  }

  public RunOptions withSystem(SystemOptions other) {
    return new RunOptions(other, settings, solver, sigmas, evaluation);
  }

  public RunOptions withSolver(SystemSolverOptions other) {
    return new RunOptions(
        system,
        new SystemSettings(
            settings.kernel(),
            settings.precision(),
            settings.ridge(),
            settings.risk(),
            other.access(),
            settings.cache(),
            settings.factorBytes(),
            settings.seed()),
        other,
        sigmas,
        evaluation);
  }

  public RunOptions withRisk(Risk risk) {
    return new RunOptions(system, settings.withRisk(risk), solver, sigmas, evaluation);
  }

  public RunOptions withSigmas(List<Double> others) {
    return new RunOptions(system, settings, solver, others, evaluation);
  }

  public RunOptions withEvaluation(Evaluation other) {
    return new RunOptions(system, settings, solver, sigmas, other);
  }

  /** With other random numbers. */
  public RunOptions withSeed(long seed) {
    return new RunOptions(
        system,
        new SystemSettings(
            settings.kernel(),
            settings.precision(),
            settings.ridge(),
            settings.risk(),
            settings.access(),
            settings.cache(),
            settings.factorBytes(),
            seed),
        solver,
        sigmas,
        evaluation);
  }

  private RunOptions with(Precision precision, Ridge ridge, CacheBudget cache, long factors) {
    return new RunOptions(
        system,
        new SystemSettings(
            settings.kernel(),
            precision,
            ridge,
            settings.risk(),
            settings.access(),
            cache,
            factors,
            settings.seed()),
        solver,
        sigmas,
        evaluation);
  }

  public RunOptions withPrecision(Precision precision) {
    return with(precision, settings.ridge(), settings.cache(), settings.factorBytes());
  }

  public RunOptions withRidge(Ridge ridge) {
    return with(settings.precision(), ridge, settings.cache(), settings.factorBytes());
  }

  public RunOptions withCache(CacheBudget cache, long factorBytes) {
    return with(settings.precision(), settings.ridge(), cache, factorBytes);
  }

  public RunOptions withBudgets(long cacheBytes, long factorBytes) {
    return withCache(CacheBudget.ofMemory(cacheBytes), factorBytes);
  }

  private BlockDescentOptions descent() {
    return (BlockDescentOptions) solver;
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
