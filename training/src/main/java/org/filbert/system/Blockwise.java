package org.filbert.system;

import java.util.List;
import org.filbert.linalg.Matrix;
import org.filbert.system.equations.BlockGradient;
import org.filbert.system.equations.Vector;

/** A system that is solved block by block. */
public interface Blockwise extends KernelSystem {
  /** Every system has blocks. */
  Facet<Blockwise> FACET = new Facet<>(Blockwise.class, "a system of blocks");

  /** The order in which an epoch of block descent visits the blocks. */
  List<Integer> order(long seed, int epoch);

  /** (B - A·u)_b of a block b. */
  BlockGradient gradient(int block);

  /**
   * (A_bb)⁻¹·g for the first of the given blocks, with 0 in the columns of ridges that are not
   * active. If its factor is missing, the homes compute the factors of all these blocks side by
   * side.
   *
   * @param round blocks with different homes, which the descent solves one after the other
   */
  Matrix solve(List<Integer> round, Matrix g, List<Integer> active);

  /**
   * Takes the step of block descent on the first of these blocks: u_b += (A_bb)⁻¹·(B - A·u)_b, with
   * fitted values.
   *
   * @param round as in {@link #solve}
   */
  default void descend(List<Integer> round, List<Integer> active) {
    BlockGradient gradient = gradient(round.get(0));
    advance(gradient, solve(round, gradient.g(), active));
  }

  /**
   * u_b += d, with fitted values.
   *
   * @param from the gradient that the step d on the block b comes from
   */
  void advance(BlockGradient from, Matrix d);

  /**
   * v ← d on a block b and 0 elsewhere, with fitted values.
   *
   * @param from the gradient that the step d on the block comes from
   */
  void assign(Vector v, BlockGradient from, Matrix d);

  /** vᵀA·x of every column, one row for each vector x. */
  Matrix products(Vector v, List<Vector> others);

  /** v ← v - Σ_j t_j·x_j, with fitted values; t has one row for each vector x. */
  void subtract(Matrix t, List<Vector> others, Vector v);

  /**
   * The number of conjugate directions that speeds block descent up most: 0 on the full kernel,
   * where blocks of rows in random order come near enough to the solution by themselves, and on
   * random bins, where directions would take most of the time.
   */
  default int directions() {
    return 0;
  }
}
