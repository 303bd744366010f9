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
   * Options of EigenPro.
   *
   * @param epochs Largest number of passes over the training rows.
   * @param patience Epochs without a lower validation error before stopping. Default: never
   * @param subsample Rows M whose kernel matrix gives the eigenvectors. Default: 2,000, or 12,000
   *     from 100,000 training rows on
   * @param eigenvectors Number q of eigenvectors, below M; 0 is plain gradients. Default: by the
   *     eigenvalues
   * @param batchSize Rows m of a batch. Default: the critical batch size, at most n/10 and 2,000
   * @param stepSize Step size η of a batch's mean gradient, above 0. Default: the largest stable
   *     one
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
