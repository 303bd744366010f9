package org.filbert.solver;

import java.util.HashMap;
import java.util.Map;
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
  private final long budget;
  private final Map<Integer, Matrix> kept = new HashMap<>();
  private long used;
  private int latestBlock = -1;
  private @Nullable Matrix latest;

  Factors(long budget) {
    this.budget = budget;
  }

  @Nullable Matrix find(int block) {
    return block == latestBlock ? latest : kept.get(block);
  }

  /**
   * Memory for the factors of a block that are not there yet, one below the other: one for each
   * ridge, kept or forgotten together.
   */
  Matrix room(int block, int count, int size) {
    Matrix factor = Matrix.zeros(Precision.DOUBLE, Math.multiplyExact(count, size), size);
    if (used + factor.bytes() <= budget) {
      used += factor.bytes();
      kept.put(block, factor);
    } else {
      closeLatest();
      latest = factor;
      latestBlock = block;
    }
    return factor;
  }

  private void closeLatest() {
    if (latest != null) {
      latest.close();
    }
  }

  @Override
  public void close() {
    kept.values().forEach(Matrix::close);
    kept.clear();
    closeLatest();
  }
}
