package org.filbert.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.filbert.data.DenseRows;
import org.filbert.data.Rows;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.KernelBlocks;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KernelExpansionTest {
  private static final int CENTRES = 700;

  private static Matrix normal(Precision precision, int rows, int columns, double scale) {
    SplittableRandom random = new SplittableRandom(rows);
    double[] values = new double[rows * columns];
    for (int i = 0; i < values.length; i++) {
      values[i] = scale * random.nextGaussian();
    }
    return Matrix.of(precision, rows, columns, values);
  }

  /** 0.4·2⁻²⁴·√512·√700·scale is 1.4e-5 times the scale. */
  @ParameterizedTest
  @CsvSource({"1, SINGLE", "50, SINGLE", "100, DOUBLE", "1e5, DOUBLE"})
  void productsWithLargeCoefficientsAreInDouble(double scale, Precision products) {
    Backend backend = Backends.best();
    Rows centres = new DenseRows(normal(Precision.SINGLE, CENTRES, 3, 1));
    Rows rows = new DenseRows(normal(Precision.SINGLE, 20, 3, 1));
    Matrix alpha = normal(Precision.DOUBLE, CENTRES, 2, scale);
    Matrix expected = Matrix.zeros(Precision.DOUBLE, 20, 2);
    try (KernelBlocks blocks =
            new KernelBlocks(new Gaussian(1), Precision.SINGLE, products, backend);
        Matrix factor = alpha.copy(products)) {
      blocks.multiply(rows, centres, factor, expected);
    }
    Matrix scores = new KernelExpansion(new Gaussian(1), centres, alpha).scores(rows, backend);
    assertThat(scores.toArray()).isEqualTo(expected.toArray());
  }
}
