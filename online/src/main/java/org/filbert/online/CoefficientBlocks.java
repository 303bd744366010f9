package org.filbert.online;

import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;

/**
 * Coefficients by block number. All matrices have the same number of rows. A matrix has the columns
 * that it has needed so far; further columns and absent blocks are 0. An earlier state can be kept:
 * it consists of the blocks that have changed since.
 *
 * @param before of the kept state, the blocks that are others now
 * @param keptBelow number that the kept state's blocks are below; 0 if none is kept
 */
record CoefficientBlocks(
    SortedMap<Integer, Matrix> byNumber, SortedMap<Integer, Matrix> before, int keptBelow) {
  CoefficientBlocks() {
    this(new TreeMap<>(), new TreeMap<>(), 0);
  }

  /** Block j += factor·change. */
  void add(int j, double factor, Matrix change) {
    int k = change.cols();
    double[] sum = change.toArray();
    for (int i = 0; i < sum.length; i++) {
      sum[i] *= factor;
    }
    Matrix old = byNumber.get(j);
    if (old != null) {
      double[] values = old.toArray();
      for (int i = 0; i < values.length; i++) {
        sum[i / old.cols() * k + i % old.cols()] += values[i];
      }
      release(j, old);
    }
    byNumber.put(j, Matrix.of(Precision.DOUBLE, change.rows(), k, sum));
  }

  /** With some blocks of others that have kept the same state. */
  CoefficientBlocks and(CoefficientBlocks others, IntPredicate numbers) {
    CoefficientBlocks all =
        new CoefficientBlocks(new TreeMap<>(byNumber), new TreeMap<>(before), others.keptBelow);
    put(others.byNumber, numbers, all.byNumber);
    put(others.before, numbers, all.before);
    return all;
  }

  private static void put(
      SortedMap<Integer, Matrix> blocks, IntPredicate numbers, SortedMap<Integer, Matrix> to) {
    blocks.forEach(
        (j, block) -> {
          if (numbers.test(j)) {
            to.put(j, block);
          } else {
            block.close();
          }
        });
  }

  /** Every block times a number. */
  void multiply(double factor) {
    multiply(byNumber, factor);
    multiply(before, factor);
  }

  private static void multiply(SortedMap<Integer, Matrix> blocks, double factor) {
    for (Matrix block : blocks.values()) {
      double[] values = block.toArray();
      for (int i = 0; i < values.length; i++) {
        values[i] *= factor;
      }
      block.write(0, block.rows(), values);
    }
  }

  private void release(int j, Matrix old) {
    if (j >= keptBelow || before.putIfAbsent(j, old) != null) {
      old.close();
    }
  }

  /**
   * Keeps the blocks as they are, instead of what was kept.
   *
   * @param below number that later blocks have at least
   */
  CoefficientBlocks kept(int below) {
    before.values().forEach(Matrix::close);
    return new CoefficientBlocks(byNumber, new TreeMap<>(), below);
  }

  /** The blocks that were kept, which are kept still. */
  void goBack() {
    byNumber.tailMap(keptBelow).values().forEach(Matrix::close);
    byNumber.tailMap(keptBelow).clear();
    before.forEach(
        (j, block) -> {
          Matrix changed = byNumber.put(j, block);
          if (changed != null) {
            changed.close();
          }
        });
    before.clear();
  }
}
