package org.filbert.features;

import org.filbert.data.RefusedException;
import org.filbert.data.Rows;
import org.filbert.data.SparseRows;
import org.filbert.linalg.Precision;
import org.filbert.random.Draws;
import org.filbert.random.Purpose;

/**
 * Feature hashing: input f is added to the column h(f) with the sign s(f), so that z(x)ᵀz(x') is an
 * unbiased estimate of xᵀx' with a variance of at most (‖x‖²‖x'‖² + (xᵀx')²)/p. h and s are
 * MurmurHash3 (32-bit x86) of the four bytes of f, under two seeds.
 *
 * <p>Weinberger, Dasgupta, Langford, Smola, Attenberg. Feature hashing for large scale multitask
 * learning. ICML 2009.
 */
public record Hashing(int inputs, int outputs, long seed) implements FeatureMap {
  public Hashing {
    if (inputs < 1 || outputs < 1) {
      throw new RefusedException(
          "feature hashing of "
              + inputs
              + " inputs to "
              + outputs
              + " columns, both must be 1 or more");
    }
  }

  /** All of Z, sparse. Inputs that meet in one column are added in double, in ascending order. */
  public SparseRows apply(Rows rows, Precision precision) {
    if (rows.features() != inputs) {
      throw new IllegalArgumentException(
          "rows of " + rows.features() + " features for a map of " + inputs + " inputs");
    }
    return new HashedRows(
            outputs,
            (int) Draws.hash(seed, Purpose.HASH_INDEX, 0, 0),
            (int) Draws.hash(seed, Purpose.HASH_SIGN, 0, 0),
            rows)
        .toSparse(precision);
  }
}
