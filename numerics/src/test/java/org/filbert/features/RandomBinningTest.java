package org.filbert.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.filbert.data.DenseRows;
import org.filbert.data.Rows;
import org.filbert.data.SparseRows;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Laplacian;
import org.filbert.kernel.PoweredExponential;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.random.Draws;
import org.filbert.random.Purpose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RandomBinningTest {
  private static final int ROWS = 14;
  private static final int INPUTS = 5;
  private static final double SIGMA = 2.5;

  /** With exact zeros, negative numbers and pairs of close rows. */
  private static DenseRows rows() {
    Random random = new Random(3);
    double[] values = new double[ROWS * INPUTS];
    for (int at = 0; at < values.length; at++) {
      values[at] = random.nextInt(3) == 0 ? 0 : random.nextGaussian();
    }
    for (int j = 0; j < INPUTS; j++) {
      values[INPUTS + j] = values[j] + 0.05;
    }
    return new DenseRows(Matrix.of(Precision.DOUBLE, ROWS, INPUTS, values));
  }

  private static RandomBinning map(int shape, int grids, long seed) {
    return new RandomBinning(new Laplacian(SIGMA), shape, INPUTS, grids, seed);
  }

  private static long[][] names(RandomBinning map, Rows rows) {
    long[][] all = new long[map.grids()][rows.count()];
    map.forEach(
        rows,
        0,
        map.grids(),
        (grid, from, count, names) -> System.arraycopy(names, 0, all[grid], from, count));
    return all;
  }

  /** z(x_i)ᵀz(x_j), the share of grids in which they meet. */
  private static double estimate(long[][] names, int i, int j) {
    return Arrays.stream(names).filter(grid -> grid[i] == grid[j]).count() / (double) names.length;
  }

  private static double kernel(int shape, DenseRows rows, int i, int j) {
    BinWidths widths = new BinWidths(shape, SIGMA);
    double product = 1;
    for (int f = 0; f < INPUTS; f++) {
      product *= widths.factor(Math.abs(rows.row(i)[f] - rows.row(j)[f]));
    }
    return product;
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 7})
  void innerProductsEstimateTheKernel(int shape) {
    DenseRows rows = rows();
    int grids = 20_000;
    long[][] names = names(map(shape, grids, 11), rows);
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < i; j++) {
        double kappa = kernel(shape, rows, i, j);
        double deviation = Math.sqrt(kappa * (1 - kappa) / grids);
        assertThat(estimate(names, i, j)).isCloseTo(kappa, within(4.5 * deviation));
      }
    }
  }

  @Test
  void innerProductsEstimateAPoweredExponential() {
    DenseRows rows = rows();
    int grids = 20_000;
    PoweredExponential kernel = new PoweredExponential(0.7, 0.7, SIGMA);
    long[][] names = names(new RandomBinning(kernel, 2, INPUTS, grids, 11), rows);
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < i; j++) {
        double sum = 0;
        for (int f = 0; f < INPUTS; f++) {
          sum += Math.pow(Math.abs(rows.row(i)[f] - rows.row(j)[f]), 0.7);
        }
        double kappa = kernel.of(sum);
        double deviation = Math.sqrt(kappa * (1 - kappa) / grids);
        assertThat(estimate(names, i, j)).isCloseTo(kappa, within(4.5 * deviation));
      }
    }
    assertThat(RandomBinning.standsFor(kernel)).isTrue();
    assertThat(RandomBinning.standsFor(new PoweredExponential(1, 1, 2))).isTrue();
    assertThat(RandomBinning.standsFor(new PoweredExponential(1.2, 1.2, 2))).isFalse();
    assertThat(RandomBinning.standsFor(new PoweredExponential(1, 0.5, 2))).isFalse();
  }

  @Test
  void theMeanErrorFallsWithTheRootOfTheGrids() {
    double small = meanSquare(64);
    double large = meanSquare(1024);
    assertThat(Math.sqrt(small / large)).isBetween(4 * 0.85, 4 * 1.15);
  }

  private static double meanSquare(int grids) {
    DenseRows rows = rows();
    double sum = 0;
    for (int seed = 0; seed < 40; seed++) {
      long[][] names = names(map(2, grids, seed), rows);
      for (int i = 0; i < ROWS; i++) {
        for (int j = 0; j < i; j++) {
          sum += Math.pow(estimate(names, i, j) - kernel(2, rows, i, j), 2);
        }
      }
    }
    return sum;
  }

  @Test
  void theLaplacianIsShapeTwo() {
    for (double distance : new double[] {0, 0.1, 1, 7, 60}) {
      assertThat(new BinWidths(2, 1.5).factor(distance))
          .isCloseTo(new Laplacian(1.5).of(distance), within(1e-15));
      double x = distance / 1.5;
      assertThat(new BinWidths(3, 1.5).factor(distance))
          .isCloseTo((1 + x / 2) * Math.exp(-x), within(1e-15));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 10})
  void widthsFollowTheirLaw(int shape) {
    double[] widths = new double[100_000];
    BinWidths law = new BinWidths(shape, SIGMA);
    law.sample(Draws.stream(5, Purpose.GRID_WIDTH, 0), widths);
    assertThat(kolmogorovSmirnov(widths, x -> 1 - BinWidths.tail(shape, x / SIGMA)))
        .isLessThan(1.63); // one in a hundred draws is worse
  }

  @Test
  void placesInABinAreUniform() {
    Grids grids = new Grids(new BinWidths(2, 1), 100_000, 5, 0, 1);
    double[] shifts = new double[100_000];
    for (int j = 0; j < shifts.length; j++) {
      shifts[j] = grids.shift(0, j);
    }
    assertThat(kolmogorovSmirnov(shifts, x -> x)).isLessThan(1.63);
  }

  /** √n·sup |F_n - F|. */
  private static double kolmogorovSmirnov(double[] sample, DoubleUnaryOperator law) {
    double[] sorted = sample.clone();
    Arrays.sort(sorted);
    double largest = 0;
    for (int i = 0; i < sorted.length; i++) {
      double f = law.applyAsDouble(sorted[i]);
      largest = Math.max(largest, f - i / (double) sorted.length);
      largest = Math.max(largest, (i + 1) / (double) sorted.length - f);
    }
    return largest * Math.sqrt(sorted.length);
  }

  @Test
  void zerosMakeNoDifference() {
    DenseRows dense = rows();
    int[] starts = new int[ROWS + 1];
    int[] columns = new int[ROWS * INPUTS];
    double[] values = new double[ROWS * INPUTS];
    for (int i = 0; i < ROWS; i++) {
      starts[i + 1] = starts[i];
      for (int j = 0; j < INPUTS; j++) {
        if (dense.row(i)[j] != 0) {
          columns[starts[i + 1]] = j;
          values[starts[i + 1]++] = dense.row(i)[j];
        }
      }
    }
    SparseRows sparse =
        new SparseRows(
            Precision.DOUBLE,
            INPUTS,
            starts,
            Arrays.copyOf(columns, starts[ROWS]),
            Arrays.copyOf(values, starts[ROWS]));
    RandomBinning map = map(2, 40, 8);
    assertThat(names(map, sparse)).isDeepEqualTo(names(map, dense));
  }

  @Test
  void aGridDoesNotDependOnThoseAskedForWithIt() {
    RandomBinning map = map(2, 9, 8);
    long[][] all = names(map, rows());
    map.forEach(
        rows().slice(3, 6),
        4,
        5,
        (grid, from, count, names) ->
            assertThat(Arrays.copyOf(names, count)).isEqualTo(Arrays.copyOfRange(all[4], 3, 6)));
  }

  @Test
  void namesAreThoseOfStoredModels() {
    DenseRows rows = new DenseRows(Matrix.of(Precision.DOUBLE, 1, 3, 0.5, -20, 300));
    assertThat(names(new RandomBinning(new Laplacian(1), 2, 3, 2, 42), rows))
        .isDeepEqualTo(new long[][] {{-5491263087097097193L}, {-225094813485281796L}});
  }

  @Test
  void refusesWhatDoesNotGoTogether() {
    assertThatThrownBy(() -> new RandomBinning(new Gaussian(1), 2, 3, 4, 5))
        .hasMessage(
            "no random binning for the kernel Gaussian[sigma=1.0], which has no distribution of bin"
                + " widths; kernel: {type: laplacian} has, and k-pq with q = p of at most 1");
    assertThatThrownBy(() -> map(1, 4, 5))
        .hasMessage("shape is 1, must be 2 (the laplacian kernel) to 100");
    assertThatThrownBy(() -> map(2, 0, 5))
        .hasMessage("random binning of 5 inputs by 0 grids, both must be 1 or more");
    assertThatThrownBy(() -> names(new RandomBinning(new Laplacian(1), 2, 3, 4, 5), rows()))
        .hasMessage("rows of 5 features for a map of 3 inputs");
  }
}
