package org.filbert.linalg;

import java.util.Arrays;
import org.filbert.cost.Meter;

/** {@link NarrowProduct} in double precision. */
final class NarrowDoubleProduct extends NarrowProduct {
  private final double[] packed = new double[EDGE * k];
  private final double[] factor = new double[EDGE * stride];
  private final double[] part = new double[EDGE * stride];

  NarrowDoubleProduct(VectorMath math, Meter meter, Matrix delta, Matrix out) {
    super(math, meter, Precision.DOUBLE, delta, out);
  }

  @Override
  void take(Matrix rows) {
    rows.read(0, rows.rows(), packed);
    spread(packed, factor, rows.rows());
  }

  @Override
  void multiply(int m, int n) {
    math.multiply(strip, m, n, factor, k, stride, part);
  }

  @Override
  void clear(int rows) {
    Arrays.fill(part, 0, rows * stride, 0);
  }

  @Override
  void addTransposed(int m, int n) {
    math.addTransposed(strip, m, n, factor, k, stride, part);
  }

  @Override
  void addPart(double[] sum, int rows) {
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < k; j++) {
        sum[i * k + j] += part[i * stride + j];
      }
    }
  }
}
