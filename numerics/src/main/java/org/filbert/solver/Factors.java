package org.filbert.solver;

import java.util.HashMap;
import java.util.Map;
import org.filbert.linalg.Arena;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.jspecify.annotations.Nullable;

/**
 * Cholesky factors by block, kept as long as a budget allows. The first ones to come stay; beyond
 * the budget the latest one alone is held, and the one before it is forgotten. (Blocks come round
 * in random order once an epoch, where throwing out the least recently used would throw out what is
 * needed next.)
 */
final class Factors implements AutoCloseable {
  private final Arena arena;
  private final Map<Integer, Matrix> kept = new HashMap<>();
  private int latestBlock = -1;
  private @Nullable Matrix latest;

  /**
   * Reserves memory.
   *
   * @param budget most bytes to keep
   * @param wanted bytes of all factors that will come
   */
  Factors(long budget, long wanted) {
    this.arena = new Arena(Math.min(budget, wanted));
  }

  @Nullable Matrix find(int block) {
    return block == latestBlock ? latest : kept.get(block);
  }

  /** Memory for the factor of a block that is not there yet. */
  Matrix room(int block, int size) {
    Matrix factor = arena.take(Precision.DOUBLE, size, size);
    if (factor != null) {
      kept.put(block, factor);
      return factor;
    }
    closeLatest();
    latest = Matrix.zeros(Precision.DOUBLE, size, size);
    latestBlock = block;
    return latest;
  }

  private void closeLatest() {
    if (latest != null) {
      latest.close();
    }
  }

  @Override
  public void close() {
    kept.clear();
    arena.close();
    closeLatest();
  }
}
