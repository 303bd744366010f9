package org.filbert.system;

import java.util.List;
import java.util.stream.IntStream;
import org.filbert.linalg.Eigensystem;
import org.filbert.linalg.Matrix;

/**
 * A system as a function f = Σ_j u_j·φ_j of rows, for solvers that use a few training rows at a
 * time. The unknowns u change without their fitted values. So such a solver uses {@link #predict}
 * and scores, not gradients and fits of the system.
 *
 * <p>Row i has a vector φ(x_i) in the space of the unknowns. For the full kernel it is the unit
 * vector of the row's own unknown, and the inner product is A. For features it is z(x_i), with the
 * usual inner product. A step adds Σ_i c_i·φ(x_i) to u, which for c_i = -∂ℓ/∂f(x_i) is a descent of
 * the loss in either space. A batch's numbers go to all workers, and partial sums to their
 * recipients: no message grows with the number of unknowns.
 */
public interface RowBatches {
  /** Number of training rows of each worker. */
  List<Integer> shards();

  /** Fetches rows from their owners to the driver. */
  RowBatch fetch(RowDraw draw);

  /**
   * f at the rows of a batch, m rows with columns for each ridge, from the elements of u. The batch
   * is then the present one, for {@link #learn}.
   */
  Matrix predict(RowBatch batch);

  /**
   * u += a·P·(Σ_i c_i·φ(x_i) - the batch's share of the penalty's gradient), for the present batch.
   *
   * @param c m rows with columns for each ridge, for rows of weight 1; the workers apply the
   *     weights
   * @param a of every column
   */
  void learn(RowBatch batch, Matrix c, double[] a);

  /**
   * Whether φ(x_i) is the unit vector of the row's own unknown: the papers' kernel form. Elsewhere
   * the unknowns are those of features.
   */
  boolean kernelForm();

  /** The penalty's share of the eigenvalues of the mean of φφᵀ over a sample, for each ridge. */
  List<Double> penalties(RowBatch sample);

  /**
   * The largest eigenvalues σ_i = M·λ_i of a sample's inner products, without the penalty, and
   * their eigenvectors, unless the workers keep these.
   *
   * @return q + 1 values and at most q vectors
   */
  Eigensystem decompose(RowBatch sample, Rank rank, long seed);

  /**
   * Makes P = I - E·D·Eᵀ of a sample that was decomposed. Every worker keeps its part of E and D.
   *
   * @param d q numbers for each ridge
   */
  void deflate(RowBatch sample, Eigensystem eigen, List<double[]> d);

  /** Measures P on the rows of a batch that was no part of the sample. */
  Extent measure(RowBatch batch);

  /**
   * The numbers that bound the length of steps.
   *
   * @param norm β, the largest φ(x)ᵀ·P·φ(x), in the space's inner product, for each ridge
   * @param largest eigenvalue of P times the mean of φφᵀ over very many rows, for each ridge; an
   *     estimate from the rows' inner products with each other, without those with themselves,
   *     which would add β/m for m rows
   */
  record Extent(List<Double> norm, List<Double> largest) {
    /** The extent with a penalty added in every direction, for each ridge. */
    Extent plus(List<Double> penalties) {
      return new Extent(sums(norm, penalties), sums(largest, penalties));
    }

    private static List<Double> sums(List<Double> a, List<Double> b) {
      return IntStream.range(0, a.size()).mapToObj(i -> a.get(i) + b.get(i)).toList();
    }
  }
}
