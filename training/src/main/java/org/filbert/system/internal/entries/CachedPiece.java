package org.filbert.system.internal.entries;

import java.util.List;
import org.filbert.data.FormerName;
import org.filbert.linalg.Matrix;

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
public record CachedPiece(
    @FormerName({"residual", "u", "v"}) Matrix piece, @FormerName("kept") boolean cached) {
  /** The whole block. */
  public static Matrix concat(List<CachedPiece> pieces) {
    return Matrix.concat(pieces.stream().map(CachedPiece::piece).toList());
  }

  public static boolean allCached(List<CachedPiece> pieces) {
    return pieces.stream().allMatch(CachedPiece::cached);
  }
}
