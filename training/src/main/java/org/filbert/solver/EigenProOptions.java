package org.filbert.solver;

import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.filbert.loss.SquareLoss;
import org.filbert.shard.Prepared;

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
 * @param stepSize Step size η of a batch's mean gradient, above 0. Default: the largest stable one
 */
public record EigenProOptions(
    int epochs,
    OptionalInt patience,
    OptionalInt subsample,
    OptionalInt eigenvectors,
    OptionalInt batchSize,
    OptionalDouble stepSize)
    implements BatchOptions {
  public EigenProOptions {
    SolverOptions.atLeast("subsample", subsample, 1);
    SolverOptions.atLeast("eigenvectors", eigenvectors, 0);
    BatchOptions.check(epochs, patience, batchSize, stepSize);
    if (subsample.isPresent() && eigenvectors.isPresent()) {
      BatchOptions.checkEigenvectors(eigenvectors.getAsInt(), subsample.getAsInt());
    }
  }

  @Override
  public Solver<?> solver(Prepared prepared, long seed) {
    return new EigenPro(this, new SquareLoss(), false, prepared, seed);
  }
}
