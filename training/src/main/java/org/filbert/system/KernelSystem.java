package org.filbert.system;

import java.util.List;
import org.filbert.linalg.LinearOperator;
import org.filbert.model.Model;
import org.filbert.shard.Score;
import org.filbert.shard.ScoredRows;
import org.filbert.system.equations.Blocks;
import org.filbert.system.equations.Fit;
import org.filbert.system.equations.L1Descent;
import org.filbert.system.equations.Vector;
import org.filbert.system.internal.entries.SystemTasks;
import org.filbert.workers.Workers;

/**
 * A symmetric positive definite system A·u = B with several right-hand sides. It is cut into blocks
 * and never stored as a whole. With W = diag(w_i) the weights of the n rows in the squared loss:
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
 * <p>These are the systems of the squared loss, ½ tr((Y - F)ᵀW(Y - F)). With another loss ℓ,
 * systems of columns are those of Newton's method: B - A·u stands for -∇J(u). A stands for ∇²J at
 * the present u where whole vectors are multiplied, and for a bound of it where a block is solved.
 * With the penalty ‖u‖₁ a block is solved by {@link L1Descent}.
 *
 * <p>Several ridges are solved side by side: vectors have k columns for each ridge, and a block has
 * a factor for each. Kernel, features and Gram matrices are computed once.
 *
 * <p>All numbers live with the workers. An object of this type issues tasks to them and may be
 * created anew between two steps. Operations that only some solvers need, and only some systems
 * have, are those of a {@link Facet}.
 */
public interface KernelSystem extends LinearOperator<Vector> {
  /**
   * Ends the system of these workers: they forget vectors, blocks and factors, and keep what {@link
   * #keep} has kept. A system that begins ends the one before it by itself.
   */
  static void end(Workers workers) {
    workers.gather(new SystemTasks.End());
  }

  /** The division of the unknowns into blocks. */
  Blocks blocks();

  /** The ridges, as they are added to the diagonal, ascending. */
  List<Double> ridges();

  /** g ← B - A·u for all blocks, without fitted values. */
  void gradient(Vector g);

  /**
   * out ← A·v for all blocks, without fitted values. The fitted values of v for training rows are
   * computed anew from its elements.
   */
  @Override
  void apply(Vector v, Vector out);

  /**
   * Computes the fitted values of a vector anew from its elements.
   *
   * @return the largest difference found, relative to the largest fitted value
   */
  double refit(Vector v);

  /** As {@link LinearOperator#combine}, with fitted values. */
  @Override
  void combine(double[] a, Vector x, double[] b, Vector y);

  /** y ← x, with fitted values. */
  void copy(Vector x, Vector y);

  /** How well u fits the training rows, with each ridge. */
  List<Fit> fit();

  /** How well u fits held-out rows: for every ridge the scores of validation and of test rows. */
  List<List<Score>> score();

  /**
   * The scores of validation rows with each ridge, as {@link #score} has found them.
   *
   * @param columns number k of scores of a row
   */
  List<ScoredRows> validationScores(int columns);

  /**
   * u ← the unknowns of a model of this system, the same for every ridge, without fitted values.
   *
   * @throws org.filbert.data.RefusedException if it is a model of another system
   */
  void take(Model model);

  /** Copies u of these ridges as the best so far. */
  void remember(List<Integer> members);

  /** Keeps the best u of a ridge for the model. Systems that begin later do not touch it. */
  void keep(int member);

  /**
   * Scores held-out rows with what was kept, which becomes u, and keeps these scores too.
   *
   * @param columns number k of scores of a row
   */
  void scoreKept(int columns);

  /**
   * Keeps the scores of held-out rows as they were last computed, with u of a ridge.
   *
   * @param columns number k of scores of a row
   */
  void keepScores(int member, int columns);

  /** The scores that were kept, of validation and of test rows, in the order of the workers. */
  List<ScoredRows> keptScores();

  /** The model of what was kept. */
  Model model();
}
