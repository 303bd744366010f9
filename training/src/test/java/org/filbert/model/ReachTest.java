package org.filbert.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.filbert.data.DenseRows;
import org.filbert.data.Rows;
import org.filbert.data.SparseRows;
import org.filbert.data.StoredRow;
import org.filbert.features.Hashing;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.Linear;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.junit.jupiter.api.Test;

/** Which rows are beyond what a model has learned from. */
class ReachTest {
  private static Rows row(double... values) {
    return new DenseRows(Matrix.of(Precision.DOUBLE, 1, values.length, values));
  }

  private static KernelExpansion expansion(Kernel kernel, Rows centres) {
    return new KernelExpansion(kernel, centres, Matrix.zeros(Precision.DOUBLE, centres.count(), 1));
  }

  private static final Rows CENTRES =
      new DenseRows(Matrix.of(Precision.DOUBLE, 3, 2, 0, 7, 4, 7, 2, 7));

  @Test
  void aWidthGoesBeyondTheCentres() {
    Reach reach = Reach.of(expansion(new Gaussian(2), CENTRES));
    assertThat(reach.isBeyond(row(-30, 37), 0)).isFalse();
    assertThat(reach.isBeyond(row(34, -23), 0)).isFalse();
    assertThat(reach.isBeyond(row(-30.1, 7), 0)).isTrue();
    assertThat(reach.isBeyond(row(1, 37.1), 0)).isTrue();
    assertThat(new Gaussian(2).of(30.1 * 30.1)).isLessThan(1e-6);
  }

  @Test
  void withoutAWidthItIsTheRangeOfTheCentres() {
    Reach reach = Reach.of(expansion(new Linear(), CENTRES));
    assertThat(reach.isBeyond(row(-40, 1e30), 0)).isFalse();
    assertThat(reach.isBeyond(row(44.1, 7), 0)).isTrue();
  }

  @Test
  void sparseCentresHaveZeros() {
    Rows centres =
        new SparseRows(Precision.DOUBLE, 2, new int[] {0, 1, 1}, new int[] {0}, new double[] {3});
    Reach reach = Reach.of(expansion(new Gaussian(1), centres));
    assertThat(
            reach.isBeyond(
                new SparseRows(
                    Precision.DOUBLE, 2, new int[] {0, 1}, new int[] {1}, new double[] {15.5}),
                0))
        .isTrue();
    assertThat(reach.isBeyond(centres, 0)).isFalse();
    assertThat(reach.isBeyond(centres, 1)).isFalse();
  }

  @Test
  void randomFeaturesKnowTheirWidthAlone() {
    Reach reach =
        Reach.of(
            new DoublyStochastic(
                new RandomFourier(new Gaussian(0.5), 2, 4, 1, RandomFourier.Form.COSINE_SINE),
                Precision.DOUBLE,
                new int[0],
                Matrix.zeros(Precision.DOUBLE, 0, 1)));
    assertThat(reach.isBeyond(row(5000, -5000), 0)).isFalse();
    assertThat(reach.isBeyond(row(0, -5001), 0)).isTrue();
    Reach hashing =
        Reach.of(
            new RandomFeatures(
                new Hashing(2, 4, 1), Precision.DOUBLE, Matrix.zeros(Precision.DOUBLE, 4, 1)));
    assertThat(hashing.isBeyond(row(1e300, 0), 0)).isFalse();
  }

  @Test
  void theLargestColumnIsTheOneToName() {
    assertThat(StoredRow.of(row(1, -3, 2), 0).largest().column()).isEqualTo(1);
    assertThat(StoredRow.of(row(1, 3, Double.NaN), 0).largest().column()).isEqualTo(2);
  }
}
