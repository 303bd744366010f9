package org.filbert.solver;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.filbert.data.Sample;
import org.filbert.linalg.Matrix;

/** The landmarks that are a shard's own rows: the row of each, or -1. */
record LocalLandmarks(int[] rows) {
  static LocalLandmarks of(ColumnSystem system, Sample train) {
    if (!(system instanceof ColumnSystem.Landmarks landmarks)) {
      return new LocalLandmarks(new int[0]);
    }
    Map<Long, Integer> rowOf = new HashMap<>();
    for (int i = 0; i < train.count(); i++) {
      rowOf.put(train.positions()[i], i);
    }
    return new LocalLandmarks(
        IntStream.range(0, landmarks.columns())
            .map(j -> rowOf.getOrDefault(landmarks.positions()[j], -1))
            .toArray());
  }

  void subtractFitted(int from, int to, double ridge, Matrix fitted, Matrix direction) {
    for (int j = from; j < Math.min(to, rows.length); j++) {
      if (rows[j] >= 0) {
        double[] values = direction.row(j - from);
        double[] f = fitted.row(rows[j]);
        for (int c = 0; c < values.length; c++) {
          values[c] -= ridge * f[c];
        }
        direction.write(j - from, j - from + 1, values);
      }
    }
  }

  double weighFitted(Matrix coefficients, Matrix fitted) {
    return Arrays.stream(weigh(0, coefficients, fitted)).sum();
  }

  /** Σ α_j·F_j over landmarks from {@code from} on that have coefficients, for every output. */
  double[] weigh(int from, Matrix coefficients, Matrix fitted) {
    double[] sums = new double[fitted.cols()];
    for (int j = from; j < Math.min(from + coefficients.rows(), rows.length); j++) {
      if (rows[j] >= 0) {
        double[] alpha = coefficients.row(j - from);
        double[] f = fitted.row(rows[j]);
        for (int c = 0; c < sums.length; c++) {
          sums[c] += alpha[c] * f[c];
        }
      }
    }
    return sums;
  }
}
