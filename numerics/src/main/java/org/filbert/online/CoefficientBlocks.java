package org.filbert.online;

import java.util.SortedMap;
import java.util.TreeMap;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;

/**
 * Matrices of one height by block number, each of as many columns as it has come to need: those
 * beyond are 0, as is every block that is not there.
 */
record CoefficientBlocks(SortedMap<Integer, Matrix> byNumber) {
  CoefficientBlocks() {
    this(new TreeMap<>());
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
      double[] before = old.toArray();
      for (int i = 0; i < before.length; i++) {
        sum[i / old.cols() * k + i % old.cols()] += before[i];
      }
      old.close();
    }
    byNumber.put(j, Matrix.of(Precision.DOUBLE, change.rows(), k, sum));
  }

  /** Every block times a number. */
  void multiply(double factor) {
    for (Matrix block : byNumber.values()) {
      double[] values = block.toArray();
      for (int i = 0; i < values.length; i++) {
        values[i] *= factor;
      }
      block.write(0, block.rows(), values);
    }
  }

  /** Forgets the blocks below a number. */
  void drop(int below) {
    SortedMap<Integer, Matrix> dropped = byNumber.headMap(below);
    dropped.values().forEach(Matrix::close);
    dropped.clear();
  }
}
