package org.filbert.system;

import java.util.Arrays;
import java.util.List;
import org.filbert.linalg.Matrix;
import org.filbert.model.Model;
import org.filbert.shard.Score;
import org.filbert.workers.Task;

/**
 * A symmetric positive definite system A·u = B of several right-hand sides, cut into blocks and
 * stored nowhere whole. With W = diag(w_i) the weights of the n rows in the squared loss:
 *
 * <table>
 *   <caption>systems</caption>
 *   <tr><td>full kernel</td><td>A = K + ridge·W⁻¹</td><td>B = Y</td><td>u = α, n×k, where the rows
 *       are</td></tr>
 *   <tr><td>Nyström</td><td>A = K_JᵀWK_J + ridge·(K_JJ + γ·I)</td><td>B = K_JᵀWY</td><td>u = α, p×k,
 *       where the landmarks' rows are</td></tr>
 *   <tr><td>features</td><td>A = ZᵀWZ + ridge·I</td><td>B = ZᵀWY</td><td>u = w, p×k, where the
 *       blocks are at home</td></tr>
 * </table>
 *
 * <p>That is the squared loss, ½ tr((Y - F)ᵀW(Y - F)). With another loss ℓ systems of columns are
 * those of Newton's method: B - A·u stands for -∇J(u), and A for ∇²J at the present u where whole
 * vectors are multiplied, for a bound of it where a block is solved. With the penalty ‖u‖₁ a block
 * is solved by {@link L1Descent}.
 *
 * <p>Several ridges are solved side by side: everything has k columns for each, and a block a
 * factor for each; kernel, features and Gram matrices are there once.
 *
 * <p>All numbers live with the workers; an object of this type knows how to ask for them and may be
 * made anew between any two calls. Solvers see these operations and never ask which system it is.
 */
public interface KernelSystem {
  /** What this system shares with all others. */
  Vectors vectors();

  default Blocks blocks() {
    return vectors().shared().blocks();
  }

  /** The blocks in an order for an epoch of block descent. */
  default List<Integer> order(long seed, int epoch) {
    return blocks().order(seed, epoch);
  }

  /** As added to the diagonal, ascending. */
  default List<Double> ridges() {
    return vectors().shared().ridges();
  }

  /** (B - A·u)_b of a block b. */
  Matrix gradient(int block);

  /**
   * (A_bb)⁻¹·g for the first of these blocks, 0 in the columns of ridges that are not active. If
   * its factor is missing, those of all these blocks are made, side by side.
   *
   * @param round blocks with different homes, that are wanted one after the other
   */
  Matrix solve(List<Integer> round, Matrix g, List<Integer> active);

  /**
   * The step of block descent on the first of these blocks: u_b += (A_bb)⁻¹·(B - A·u)_b, and the
   * fitted values follow; see {@link #solve}.
   */
  default void descend(List<Integer> round, List<Integer> active) {
    int block = round.get(0);
    advance(block, solve(round, gradient(block), active));
  }

  /**
   * What a pass over all coordinates has come to.
   *
   * @param residual2 of each ridge, the squared norm of the subgradients that were met
   * @param speedUp of its threads over one, where it was measured; else 1
   */
  record Sweep(List<Double> residual2, double speedUp) {}

  /**
   * A pass over all coordinates of u, each of which moves to the minimum of a bound of J, by
   * several threads that do not wait for each other; fitted values of training rows follow. With
   * more than one thread it does not repeat bit by bit.
   *
   * @param measured whether to find out how much faster the threads are than one
   * @throws UnsupportedOperationException if {@link SystemOptions#binsOfRow} is empty
   */
  default Sweep sweep(int threads, long seed, int epoch, List<Integer> active, boolean measured) {
    throw new UnsupportedOperationException("a pass over single coordinates of dense columns");
  }

  /** u_b += d, and the fitted values follow. */
  void advance(int block, Matrix d);

  /** v ← d on a block and 0 elsewhere, with its fitted values. */
  void assign(Vector v, int block, Matrix d);

  /** g ← B - A·u for all blocks, without fitted values. */
  void gradient(Vector g);

  /**
   * The fitted values of a vector anew from its elements.
   *
   * @return the largest difference found, relative to the largest fitted value
   */
  double refit(Vector v);

  /**
   * out ← A·v for all blocks, without fitted values; v's own are computed anew from its elements,
   * for training rows.
   */
  void apply(Vector v, Vector out);

  /** Whether it can be preconditioned by a {@link Sketch}. */
  default boolean sketchable() {
    return false;
  }

  /**
   * Puts a preconditioner M on the workers, in place of an earlier one.
   *
   * @throws IllegalArgumentException if the system is not of a kernel matrix
   */
  default void sketch(Sketch sketch) {
    throw new IllegalArgumentException("only a kernel matrix can be sketched");
  }

  /** z ← M⁻¹·r, without fitted values. */
  default void precondition(Sketch sketch, Vector r, Vector z) {
    throw new IllegalArgumentException("only a kernel matrix can be sketched");
  }

  /** J(u) of every column, for systems of columns. */
  default double[] objective() {
    throw new UnsupportedOperationException("the objective of a system that has no columns");
  }

  /** What u gives for held-out rows, for every ridge: scores of validation and of test rows. */
  List<List<Score>> score();

  /**
   * u ← the unknowns of a model of this system, the same for every ridge, without fitted values.
   *
   * @throws org.filbert.data.RefusedException if it is a model of another one
   */
  void take(Model model);

  /** vᵀA·x of every column, a row for each vector x. */
  Matrix products(Vector v, List<Vector> others);

  /** aᵀb of every column. */
  default double[] dot(Vector a, Vector b) {
    return vectors().dot(a, b);
  }

  /** y ← b·y + a·x, with fitted values, for every column its own a and b. */
  default void combine(double[] a, Vector x, double[] b, Vector y) {
    vectors().workers().gather(new VectorTasks.Combine(a, x, b, y));
  }

  /** y ← y + a·x, with fitted values, for every column its own a. */
  default void add(double[] a, Vector x, Vector y) {
    double[] ones = new double[a.length];
    Arrays.fill(ones, 1);
    combine(a, x, ones, y);
  }

  /** v ← v - Σ_j t_j·x_j, with fitted values; a row of t for each vector x. */
  default void subtract(Matrix t, List<Vector> others, Vector v) {
    vectors().workers().gather(new VectorTasks.Subtract(t, others, v));
  }

  /** y ← x, with fitted values. */
  default void copy(Vector x, Vector y) {
    vectors().workers().gather(new VectorTasks.Copy(x, y));
  }

  /**
   * The system for solvers that look at a few rows at a time.
   *
   * @throws UnsupportedOperationException if its options have no {@link SystemOptions#batches}
   */
  RowBatches batches();

  /** How many conjugate directions pay for a block descent on this system. */
  int directions();

  /** How well u fits, with each ridge. */
  default List<Fit> fit() {
    return Fit.merged(vectors().workers().gather(evaluate()));
  }

  /** What a worker answers to that. */
  Task<List<Fit>> evaluate();

  /** Puts u of these ridges aside as the best so far. */
  default void remember(List<Integer> members) {
    vectors().workers().gather(new ModelTasks.Remember(members));
  }

  /** Puts the best u of a ridge aside as that of the model; systems after this one leave it. */
  default void keep(int member) {
    vectors().workers().gather(new ModelTasks.Keep(member));
  }

  /** The model of what was kept. */
  Model model();
}
