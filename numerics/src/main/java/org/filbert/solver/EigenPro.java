package org.filbert.solver;

import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.filbert.loss.SquareLoss;
import org.filbert.shard.Prepared;

/**
 * Preconditioned stochastic gradient descent of the square loss: Ma, Belkin, Diving into the
 * shallows, 2017, on the full kernel (their kernel form) and on features; the choices that it makes
 * by itself are those of Ma, Belkin, Kernel machines that adapt to GPUs, 2018. It is {@link
 * StochasticDescent} with a preconditioner; with q = 0 eigenvectors it is plain stochastic gradient
 * descent.
 */
public final class EigenPro {
  private EigenPro() {}

  /**
   * What can be chosen.
   *
   * @param epochs passes over the training rows, at most
   * @param patience epochs without a better validation error to stop after; absent: never
   * @param subsample rows M whose eigensystem is computed; absent: 2,000, and 12,000 from 100,000
   *     training rows on
   * @param eigenvectors their number q; absent: as many as pay
   * @param batchSize rows of a batch m; absent: as many as use the preconditioner well
   * @param stepSize η; absent: as large as is stable
   */
  public record Options(
      int epochs,
      OptionalInt patience,
      OptionalInt subsample,
      OptionalInt eigenvectors,
      OptionalInt batchSize,
      OptionalDouble stepSize)
      implements BatchOptions {
    public Options {
      new Stopping(epochs, 0, patience.orElse(0)); // checks them
      SolverOptions.atLeast("patience", patience, 1);
      SolverOptions.atLeast("subsample", subsample, 1);
      SolverOptions.atLeast("eigenvectors", eigenvectors, 0);
      Batches.check(batchSize, stepSize);
      if (subsample.isPresent() && eigenvectors.isPresent()) {
        Batches.checkEigenvectors(eigenvectors.getAsInt(), subsample.getAsInt());
      }
    }

    @Override
    public Batches batches() {
      return new Batches(subsample, eigenvectors, batchSize, stepSize);
    }

    @Override
    public Solver<?> solver(Prepared prepared, long seed) {
      return new StochasticDescent(batches(), new SquareLoss(), false, seed);
    }
  }

  /** As it is registered. */
  public static final class Type extends SolverType {
    public Type() {
      super("eigenpro", Options.class, StochasticDescent.class);
    }
  }
}
