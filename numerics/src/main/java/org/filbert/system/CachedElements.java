package org.filbert.system;

import java.util.List;
import org.filbert.linalg.Matrix;

/**
 * A worker's elements of a block.
 *
 * @param cached whether the worker's cache has the kernel values of the block that it needs
 */
record CachedElements(Matrix elements, boolean cached) {
  /** The elements of the whole block. */
  static Matrix concat(List<CachedElements> pieces) {
    return Matrix.concat(pieces.stream().map(CachedElements::elements).toList());
  }

  static boolean allCached(List<CachedElements> pieces) {
    return pieces.stream().allMatch(CachedElements::cached);
  }
}
