package org.filbert.system;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.filbert.linalg.Arena;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.linalg.SpdFactor;
import org.filbert.workers.Worker;
import org.jspecify.annotations.Nullable;

/**
 * The factors of A_bb for each ridge, by block, kept as long as a budget allows. The first ones to
 * come stay; beyond the budget the latest one alone is held, and the one before it is forgotten.
 * (Blocks come round in random order once an epoch, where throwing out the least recently used would
 * throw out what is needed next.)
 */
final class Factors implements AutoCloseable {
  /** A block's matrices, one below the other, before and after they are factorised. */
  private static final class Entry implements AutoCloseable {
    private final Matrix memory;
    private final List<double[]> shifts;
    private @Nullable List<SpdFactor> factors;

    Entry(Matrix memory, List<double[]> shifts) {
      this.memory = memory;
      this.shifts = shifts;
    }

    Matrix matrix(int member) {
      int b = memory.cols();
      return memory.rows(member * b, (member + 1) * b);
    }

    @Override
    public void close() {
      if (factors != null) {
        factors.forEach(SpdFactor::close);
      }
      memory.close();
    }
  }

  /** Writes A_bb without the shift of its diagonal, both triangles, as it is for a ridge. */
  interface Filler {
    void fill(int ridge, Matrix out);
  }

  private final Precision precision;
  private final Arena arena;
  private final Map<Integer, Entry> kept = new HashMap<>();
  private int latestBlock = -1;
  private @Nullable Entry latest;

  /**
   * Reserves memory.
   *
   * @param precision of the factors; solutions are refined to double
   * @param budget most bytes to keep
   * @param wanted bytes of all factors that will come
   */
  Factors(Precision precision, long budget, long wanted) {
    this.precision = precision;
    this.arena = new Arena(Math.min(budget, wanted));
  }

  /** Whether a block is factorised. */
  boolean has(int block) {
    Entry entry = find(block);
    return entry != null && entry.factors != null;
  }

  private @Nullable Entry find(int block) {
    return block == latestBlock ? latest : kept.get(block);
  }

  /**
   * Gets the matrices of a block ready to be factorised, unless they are there.
   *
   * @param shifts of the diagonal, for each ridge
   * @param size of the block
   */
  void prepare(int block, List<double[]> shifts, int size, Filler filler) {
    if (find(block) != null) {
      return;
    }
    Entry entry = new Entry(room(block, Math.multiplyExact(shifts.size(), size), size), shifts);
    for (int m = 0; m < shifts.size(); m++) {
      filler.fill(m, entry.matrix(m));
    }
    if (entry.memory == latestMemory(block)) {
      latest = entry;
    } else {
      kept.put(block, entry);
    }
  }
}
