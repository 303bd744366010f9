package org.filbert.system;

/**
 * What a solver looks at, which decides what is worth keeping and how the unknowns are cut.
 *
 * @param blockSize unknowns of a block
 * @param whole whether the matrix is multiplied by whole vectors, and no block is ever solved
 */
public record Access(int blockSize, boolean whole) {
  /** Unknowns of a worker that take part in one superstep of a product with the whole matrix. */
  private static final int PIECE = 2048;

  public Access {
    if (blockSize < 1) {
      throw new IllegalArgumentException("blockSize is " + blockSize + ", must be at least 1");
    }
  }

  /** One block after the other. */
  public static Access ofBlocks(int blockSize) {
    return new Access(blockSize, false);
  }

  /** Everything at each step. */
  public static Access ofWhole() {
    return new Access(PIECE, true);
  }
}
