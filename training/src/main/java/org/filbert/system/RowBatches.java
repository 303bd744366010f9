package org.filbert.system;

import java.util.List;
import org.filbert.linalg.Eigensystem;
import org.filbert.linalg.Matrix;
import org.filbert.system.equations.Rank;
import org.filbert.system.equations.RowBatch;
import org.filbert.system.equations.RowDraw;
import org.filbert.system.equations.StepBounds;
import org.filbert.system.internal.entries.BatchColumns;
import org.filbert.system.internal.entries.RowBatchTasks;
import org.filbert.system.internal.entries.RowBatchTasks.Held;
import org.filbert.workers.Workers;

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
public abstract class RowBatches {
  private final SystemOnWorkers system;
  private final List<Integer> shards;

  RowBatches(SystemOnWorkers system, List<Integer> shards) {
    this.system = system;
    this.shards = shards;
  }

  /** Number of training rows of each worker. */
  public final List<Integer> shards() {
    return shards;
  }

  final Workers workers() {
    return system.workers();
  }

  final List<Double> ridges() {
    return system.ridges();
  }

  /** Number n of all rows. */
  final double rows() {
    return shards.stream().mapToDouble(Integer::doubleValue).sum();
  }

  /** Fetches rows from their owners to the driver. */
  public final RowBatch fetch(RowDraw draw) {
    return RowBatch.concat(draw, workers().gather(new RowBatchTasks.Fetch(draw, kernelForm())));
  }

  /**
   * f at the rows of a batch, m rows with columns for each ridge, from the elements of u. The batch
   * is then the present one, for {@link #learn}.
   */
  public Matrix predict(RowBatch batch) {
    return workers().sum(new BatchColumns.Predict(Held.of(batch))).get().get(0);
  }

  /**
   * u += a·P·(Σ_i c_i·φ(x_i) - the batch's share of the penalty's gradient), for the present batch.
   *
   * @param c m rows with columns for each ridge, for rows of weight 1: this method applies weights
   * @param a of every column
   */
  public abstract void learn(RowBatch batch, Matrix c, double[] a);

  /**
   * Whether φ(x_i) is the unit vector of the row's own unknown: the papers' kernel form. Elsewhere
   * the unknowns are those of features.
   */
  public boolean kernelForm() {
    return false;
  }

  /** The penalty's share of the eigenvalues of the mean of φφᵀ over a sample, for each ridge. */
  public List<Double> penalties(RowBatch sample) {
    return ridges().stream().map(ridge -> ridge / rows()).toList();
  }

  /**
   * The largest eigenvalues σ_i = M·λ_i of a sample's inner products, without the penalty, and
   * their eigenvectors, unless the workers keep these.
   *
   * @return q + 1 values and at most q vectors
   */
  public abstract Eigensystem decompose(RowBatch sample, Rank rank, long seed);

  /**
   * Makes P = I - E·D·Eᵀ of a sample that was decomposed. Every worker keeps its part of E and D.
   *
   * @param d q numbers for each ridge
   */
  public abstract void deflate(RowBatch sample, Eigensystem eigen, List<double[]> d);

  /** Measures P on the rows of a batch that was no part of the sample. */
  public abstract StepBounds measure(RowBatch batch);
}
