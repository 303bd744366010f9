package org.filbert.system;

import java.util.List;
import org.filbert.linalg.Matrix;
import org.filbert.workers.FormerName;

/**
 * A worker's piece of a block of a vector.
 *
 * @param cached whether the worker's cache has the kernel values that products with the block need
 */
@FormerName({
  "org.filbert.system.FullKernelTasks$Piece",
  "org.filbert.system.FullKernelTasks$HeldOutPiece",
  "org.filbert.system.WholeKernelTasks$Piece"
})
record CachedPiece(
    @FormerName({"residual", "u", "v"}) Matrix piece, @FormerName("kept") boolean cached) {
  /** The whole block. */
  static Matrix concat(List<CachedPiece> pieces) {
    return Matrix.concat(pieces.stream().map(CachedPiece::piece).toList());
  }

  static boolean allCached(List<CachedPiece> pieces) {
    return pieces.stream().allMatch(CachedPiece::cached);
  }
}
