package org.filbert.system.equations;

/**
 * The parts of the matrix that a solver accesses. They decide what is worth caching and how the
 * unknowns are cut into blocks.
 *
 * @param blockSize number of unknowns of a block
 * @param whole whether the solver multiplies the matrix by whole vectors and solves no block
 * @param again whether every epoch accesses the same parts of the matrix
 * @param rank rank of the sketch that preconditions conjugate gradients on a block; 0 if blocks are
 *     solved by factors
 */
public record Access(int blockSize, boolean whole, boolean again, int rank) {
  /** Unknowns of a worker that take part in one superstep of a product with the whole matrix. */
  private static final int PIECE = 2048;

  public Access {
    if (blockSize < 1) {
      throw new IllegalArgumentException("blockSize is " + blockSize + ", must be at least 1");
    }
  }

  /** Access to one block after the other; a block is solved by its factor. */
  public static Access ofBlocks(int blockSize) {
    return new Access(blockSize, false, true, 0);
  }

  /** Access to one block after the other; a block is solved by conjugate gradients. */
  public static Access ofSketchedBlocks(int blockSize, int rank) {
    return new Access(blockSize, false, true, rank);
  }

  /** Whether blocks are solved by conjugate gradients. */
  public boolean sketched() {
    return rank > 0;
  }

  /**
   * Refuses blocks that are solved by conjugate gradients.
   *
   * @throws IllegalArgumentException if they are
   */
  public void requireFactors() {
    if (sketched()) {
      throw new IllegalArgumentException(
          "solver.blockSolver is conjugate-gradients, which needs system: {type: full-kernel} or"
              + " {type: random-features}");
    }
  }

  /** Access to the whole matrix in every step. */
  public static Access ofWhole() {
    return new Access(PIECE, true, true, 0);
  }

  /** Access to rows that are drawn anew for every step. */
  public static Access ofBatches() {
    return new Access(PIECE, true, false, 0);
  }
}
