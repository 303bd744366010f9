package org.filbert.system;

/**
 * What a solver looks at, which decides what is worth keeping and how the unknowns are cut.
 *
 * @param blockSize unknowns of a block
 * @param whole whether the matrix is multiplied by whole vectors, and no block is ever solved
 * @param again whether an epoch looks at the same parts of the matrix as the one before
 * @param rank of the sketch that conjugate gradients on a block are preconditioned by; 0 where
 *     blocks are solved by factors
 */
public record Access(int blockSize, boolean whole, boolean again, int rank) {
  /** Unknowns of a worker that take part in one superstep of a product with the whole matrix. */
  private static final int PIECE = 2048;

  public Access {
    if (blockSize < 1) {
      throw new IllegalArgumentException("blockSize is " + blockSize + ", must be at least 1");
    }
  }

  /** One block after the other, solved by factors. */
  public static Access ofBlocks(int blockSize) {
    return new Access(blockSize, false, true, 0);
  }

  /** One block after the other, solved by conjugate gradients. */
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
  void requireFactors() {
    if (sketched()) {
      throw new IllegalArgumentException(
          "solver.blockSolver is conjugate-gradients, which needs system: {type: full-kernel} or {type: random-features}");
    }
  }

  /** Everything at each step. */
  public static Access ofWhole() {
    return new Access(PIECE, true, true, 0);
  }

  /** Rows drawn anew at each step. */
  public static Access ofBatches() {
    return new Access(PIECE, true, false, 0);
  }
}
