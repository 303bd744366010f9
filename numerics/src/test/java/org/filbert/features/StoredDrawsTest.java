package org.filbert.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.filbert.data.DenseRows;
import org.filbert.data.SparseRows;
import org.filbert.features.RandomFourier.Form;
import org.filbert.kernel.Cauchy;
import org.filbert.kernel.Exponential;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Laplacian;
import org.filbert.kernel.Matern;
import org.filbert.kernel.PoweredExponential;
import org.filbert.kernel.SpectralKernel;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.random.Draws;
import org.filbert.random.Purpose;
import org.junit.jupiter.api.Test;

/**
 * Stored models hold seeds, not draws: what a seed gives must never change, whatever happens to the
 * libraries that draw.
 */
class StoredDrawsTest {
  @Test
  void frequencies() {
    assertDraw(new Gaussian(1.5), -0.06103907349044064, 0.3515368822241765, 1.0987281050005944);
    assertDraw(new Laplacian(4), -0.043408726492826274, 0.2145117464286061, 0.5337024610262588);
    assertDraw(new Exponential(2), 2.879605325916611, 9.000203002529739, 10.489172682118356);
    assertDraw(new Cauchy(1.5), 0.3124858618009519, 0.9766741873676007, 1.1382525708127804);
    assertDraw(new Matern(0.5, 2), 2.879605325916611, 9.000203002529739, 10.489172682118356);
    assertDraw(new Matern(1.5, 2), 0.9599515247981456, 0.09652583059635453, 0.045215189007534545);
    assertDraw(new Matern(2.5, 2), 0.038992242730303474, 0.46300431534652103, -0.2526696107582283);
    assertDraw(
        new PoweredExponential(2, 1.3, 2),
        -0.1222169921338546,
        0.7038734029323125,
        2.1999554791265434);
    assertDraw(
        new PoweredExponential(0.7, 0.7, 4),
        -0.3107906853102965,
        4.990895773161286,
        0.28312337811436494);
  }

  private static void assertDraw(SpectralKernel kernel, double... expected) {
    double[] omega = new double[expected.length];
    kernel.frequency(Draws.stream(42, Purpose.FREQUENCY, 1_000_000), omega);
    assertThat(omega).isEqualTo(expected);
  }

  @Test
  void phases() {
    RandomFourier map = new RandomFourier(new Gaussian(1), 3, 300, 42, Form.COSINE);
    Matrix out = Matrix.zeros(Precision.DOUBLE, 1, 2);
    try (FeatureBlocks blocks =
        new FeatureBlocks(map, Precision.DOUBLE, Backends.choose("java", "plain"), 0)) {
      blocks.fill(new DenseRows(Matrix.zeros(Precision.DOUBLE, 1, 3)), 200, 202, out);
    }
    assertThat(out.toArray())
        .containsExactly(new double[] {-0.08068813277559872, -0.04180058763294372}, within(1e-16));
  }

  @Test
  void hashes() {
    SparseRows row =
        new SparseRows(
            Precision.DOUBLE,
            Integer.MAX_VALUE,
            new int[] {0, 3},
            new int[] {0, 7, Integer.MAX_VALUE - 1},
            new double[] {1, 2, 3});
    SparseRows hashed = new Hashing(Integer.MAX_VALUE, 1 << 20, 42).apply(row, Precision.DOUBLE);
    assertThat(new int[] {hashed.column(0), hashed.column(1), hashed.column(2)})
        .isEqualTo(new int[] {34966, 656791, 962686});
    assertThat(new double[] {hashed.value(0), hashed.value(1), hashed.value(2)})
        .isEqualTo(new double[] {2, -1, 3});
  }

  @Test
  void sketches() {
    RowValues row = new RowValues();
    row.read(new DenseRows(Matrix.of(Precision.DOUBLE, 1, 4, 1, 2, 4, 8)), 0, 1, 16);
    double[] sketch = new double[6];
    CountSketch.draw(42, 1_000, 3, 5, 6).apply(row, sketch);
    assertThat(sketch).isEqualTo(new double[] {0, 0, 0, 12, 1, -10});
  }
}
