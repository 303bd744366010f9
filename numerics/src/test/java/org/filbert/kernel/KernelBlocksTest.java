package org.filbert.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.filbert.cost.Phase;
import org.filbert.cost.PhaseMeter;
import org.filbert.data.DenseRows;
import org.filbert.data.Rows;
import org.filbert.data.SparseRows;
import org.filbert.kernel.KernelBlocks.Sides;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.testing.Close;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class KernelBlocksTest {
  private static final Backend OPENBLAS = Backends.choose("openblas", "plain");
  private static final Backend JAVA = Backends.choose("java", "plain");
  private static final int FEATURES = 5;

  static Stream<Arguments> everyCase() {
    return Samples.kernels()
        .flatMap(
            kernel ->
                Stream.of(Precision.values())
                    .flatMap(
                        precision ->
                            Stream.of(true, false)
                                .map(sparse -> Arguments.of(kernel, precision, sparse))));
  }

  @ParameterizedTest
  @MethodSource("everyCase")
  void agreesWithTheScalarReference(Kernel kernel, Precision precision, boolean sparse) {
    int[][] shapes = {{0, 13}, {13, 0}, {1, 1}, {13, 65}, {65, 13}, {513, 30}, {20, 1025}};
    for (int[] shape : shapes) {
      for (Backend backend : new Backend[] {OPENBLAS, JAVA}) {
        check(kernel, precision, sparse, backend, shape[0], shape[1], shape[0] == 13 ? 1 : 26);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"512, 512", "513, 513", "511, 511", "1024, 1024", "700, 700"})
  void agreesWithTheScalarReferenceAtTileEdges(int m, int n) {
    check(new Gaussian(1.5), Precision.SINGLE, false, OPENBLAS, m, n, 2);
    check(new Laplacian(4), Precision.SINGLE, true, OPENBLAS, m, n, 1);
  }

  private static void check(
      Kernel kernel, Precision precision, boolean sparse, Backend backend, int m, int n, int k) {
    double[][] x = Samples.values(m, FEATURES, precision, 1);
    double[][] z = Samples.values(n, FEATURES, precision, 2);
    if (m > 0 && n > 0) {
      z[n - 1] = x[0].clone();
    }
    Matrix delta = random(n, k);
    Matrix out = random(m, k);
    double[][] before = IntStream.range(0, m).mapToObj(out::row).toArray(double[][]::new);
    Matrix block = Matrix.zeros(Precision.DOUBLE, m, n);
    Rows a = Samples.rows(sparse, precision, FEATURES, x);
    Rows b = Samples.rows(sparse, precision, FEATURES, z);
    try (KernelBlocks blocks = new KernelBlocks(kernel, precision, backend)) {
      blocks.fill(a, b, block);
      blocks.multiply(a, b, delta, out);
    }
    double bound = (precision == Precision.SINGLE ? 4e-6 : 1e-13) * kinkFactor(kernel, precision);
    for (int i = 0; i < m; i++) {
      double[] values = block.row(i);
      double[] products = out.row(i);
      double[] expected = before[i];
      double worst = 0;
      double size = 1;
      for (int j = 0; j < n; j++) {
        double value = Samples.value(kernel, x[i], z[j]);
        worst = Math.max(worst, Math.abs(values[j] - value));
        for (int c = 0; c < k; c++) {
          expected[c] += value * delta.get(j, c);
        }
        size += Math.abs(value);
      }
      assertThat(worst).isLessThan(bound);
      Close.assertClose(products, expected, bound * size);
    }
  }

  /** Next to a kink the error is about the square root of the squared distance's. */
  private static double kinkFactor(Kernel kernel, Precision precision) {
    if (!kernel.kinkedAtZero()) {
      return 1;
    }
    return precision == Precision.SINGLE ? 100 : 1e5;
  }

  @ParameterizedTest
  @MethodSource("everyCase")
  void storedBlocksGiveTheBitsOfComputedOnes(Kernel kernel, Precision precision, boolean sparse) {
    int m = 530;
    int n = 1100;
    Rows a = Samples.rows(sparse, precision, 3, Samples.values(m, 3, precision, 1));
    Rows b = Samples.rows(sparse, precision, 3, Samples.values(n, 3, precision, 2));
    for (int k : new int[] {1, 26, 33}) {
      Matrix delta = random(n, k);
      double[] computed = new double[m * k];
      List<Matrix> tiles = new ArrayList<>();
      try (KernelBlocks blocks = new KernelBlocks(kernel, precision, OPENBLAS)) {
        Matrix out = Matrix.zeros(Precision.DOUBLE, m, k);
        blocks.multiply(a, b, delta, out);
        out.read(0, m, computed);
        Matrix again = Matrix.zeros(Precision.DOUBLE, m, k);
        blocks.multiply(a, b, delta, again, tile -> tiles.add(tile.copy(precision)));
        assertThat(again.toArray()).isEqualTo(computed);
        Matrix product = Matrix.zeros(Precision.DOUBLE, m, k);
        blocks.multiply(m, n, tiles, delta, product);
        assertThat(product.toArray()).isEqualTo(computed);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "SINGLE, 1, 1, 1",
    "SINGLE, 13, 600, 3",
    "SINGLE, 700, 530, 26",
    "SINGLE, 700, 530, 33",
    "DOUBLE, 0, 5, 2",
    "DOUBLE, 600, 513, 26"
  })
  void oneTileServesBothSides(Precision precision, int m, int n, int k) {
    Rows a = Samples.rows(false, precision, 3, Samples.values(m, 3, precision, 1));
    Rows b = Samples.rows(false, precision, 3, Samples.values(n, 3, precision, 2));
    Matrix delta = random(n, k);
    Matrix gamma = random(m, k);
    for (Backend backend : new Backend[] {OPENBLAS, JAVA}) {
      Matrix out = random(m, k);
      Matrix back = random(n, k);
      Matrix expectedOut = out.copy(Precision.DOUBLE);
      Matrix expectedBack = back.copy(Precision.DOUBLE);
      Matrix storedOut = out.copy(Precision.DOUBLE);
      Matrix storedBack = back.copy(Precision.DOUBLE);
      List<Matrix> tiles = new ArrayList<>();
      try (KernelBlocks blocks = new KernelBlocks(new Gaussian(1), precision, backend)) {
        blocks.multiply(a, b, delta, expectedOut);
        blocks.multiply(b, a, gamma, expectedBack);
        blocks.multiply(
            a, b, new Sides(delta, out, gamma, back), tile -> tiles.add(tile.copy(precision)));
        blocks.multiply(m, n, tiles, new Sides(delta, storedOut, gamma, storedBack));
      }
      assertThat(out.toArray()).isEqualTo(expectedOut.toArray());
      assertThat(storedOut.toArray()).isEqualTo(out.toArray());
      assertThat(storedBack.toArray()).isEqualTo(back.toArray());
      double bound = (precision == Precision.SINGLE ? 4e-6 : 1e-13) * (1 + m);
      Close.assertClose(back.toArray(), expectedBack.toArray(), bound);
    }
  }

  @Test
  void aColumnOfANarrowProductDoesNotDependOnTheOthersNorOnTheBlas() {
    Rows a = Samples.rows(false, Precision.SINGLE, 3, Samples.values(70, 3, Precision.SINGLE, 1));
    Matrix delta = random(70, 32);
    Matrix block = Matrix.zeros(Precision.SINGLE, 70, 70);
    double[] all = {};
    for (Backend backend : new Backend[] {OPENBLAS, JAVA}) {
      try (KernelBlocks blocks = new KernelBlocks(new Gaussian(1), Precision.SINGLE, backend)) {
        if (backend == OPENBLAS) {
          blocks.fill(a, a, block);
        }
        Matrix out = Matrix.zeros(Precision.DOUBLE, 70, 32);
        blocks.multiply(70, 70, List.of(block), delta, out);
        all = backend == OPENBLAS ? out.toArray() : all;
        assertThat(out.toArray()).isEqualTo(all);
        Matrix one = Matrix.zeros(Precision.DOUBLE, 70, 1);
        blocks.multiply(70, 70, List.of(block), delta.columns(17, 18), one);
        assertThat(one.toArray()).isEqualTo(out.columns(17, 18).toArray());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("everyCase")
  void isSymmetricPositiveSemiDefinite(Kernel kernel, Precision precision, boolean sparse) {
    int n = 80;
    Rows rows =
        Samples.rows(sparse, precision, FEATURES, Samples.values(n, FEATURES, precision, 4));
    Matrix block = Matrix.zeros(Precision.DOUBLE, n, n);
    try (KernelBlocks blocks = new KernelBlocks(kernel, precision, OPENBLAS)) {
      blocks.fill(rows, rows, block);
    }
    double error = precision == Precision.SINGLE ? 1e-5 : 1e-12;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) {
        assertThat(block.get(i, j))
            .isCloseTo(block.get(j, i), within(error * kinkFactor(kernel, precision)));
      }
      block.set(i, i, block.get(i, i) + error * n);
    }
    OPENBLAS.blas().cholesky(block);
  }

  /** The stated bound: an error of (4 + √d)·2⁻²⁴·(‖x‖² + ‖z‖²) in the squared distance. */
  @ParameterizedTest
  @CsvSource({"1", "16", "123", "784", "2000"})
  void distancesToOneselfAreZeroWithinTheBound(int features) {
    int n = 300;
    double[][] values = Samples.values(n, features, Precision.SINGLE, 6);
    DenseRows rows = Samples.dense(Precision.SINGLE, features, values);
    for (Backend backend : new Backend[] {OPENBLAS, JAVA}) {
      Matrix smooth = fill(new Gaussian(1), backend, rows);
      Matrix kinked = fill(new Exponential(1), backend, rows);
      for (int i = 0; i < n; i++) {
        double bound = (4 + Math.sqrt(features)) * 0x1p-24 * 2 * rows.squaredNorms()[i];
        assertThat(smooth.get(i, i)).isBetween(1 - bound / 2 - 1e-7, 1.0);
        assertThat(kinked.get(i, i)).isEqualTo(1.0);
      }
    }
  }

  private static Matrix fill(Kernel kernel, Backend backend, Rows rows) {
    Matrix block = Matrix.zeros(Precision.DOUBLE, rows.count(), rows.count());
    try (KernelBlocks blocks = new KernelBlocks(kernel, Precision.SINGLE, backend)) {
      blocks.fill(rows, rows, block);
    }
    return block;
  }

  /** Offset 1e4, spread 1: after centring, as accurate as if the data had been near the origin. */
  @Test
  void centredDataFarFromTheOriginLoseNothing() {
    int n = 200;
    int features = 16;
    Random random = new Random(8);
    double[][] far = new double[n][features];
    double[] mean = new double[features];
    for (double[] row : far) {
      for (int f = 0; f < features; f++) {
        row[f] = 1e4 + random.nextGaussian();
        mean[f] += row[f] / n;
      }
    }
    double[][] centred = new double[n][features];
    for (int i = 0; i < n; i++) {
      for (int f = 0; f < features; f++) {
        centred[i][f] = far[i][f] - mean[f];
      }
    }
    Kernel kernel = new Gaussian(2);
    Matrix block = fill(kernel, OPENBLAS, Samples.dense(Precision.SINGLE, features, centred));
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        assertThat(block.get(i, j)).isCloseTo(Samples.value(kernel, far[i], far[j]), within(2e-6));
      }
    }
  }

  @Test
  void roundsRowsOfAnotherPrecision() {
    double[][] values = Samples.values(20, FEATURES, Precision.DOUBLE, 9);
    Matrix mixed = fill(new Gaussian(1), JAVA, Samples.dense(Precision.DOUBLE, FEATURES, values));
    Matrix rounded = fill(new Gaussian(1), JAVA, Samples.dense(Precision.SINGLE, FEATURES, values));
    assertThat(mixed.toArray()).isEqualTo(rounded.toArray());
  }

  @Test
  void findsFeaturesUpToTheLargestIndex() {
    int last = Integer.MAX_VALUE - 1;
    SparseRows rows =
        new SparseRows(
            Precision.DOUBLE,
            Integer.MAX_VALUE,
            new int[] {0, 2, 3},
            new int[] {0, last, last},
            new double[] {3, 2, -1});
    Matrix block = Matrix.zeros(Precision.DOUBLE, 2, 2);
    try (KernelBlocks blocks = new KernelBlocks(new Linear(), Precision.DOUBLE, JAVA)) {
      blocks.fill(rows, rows, block);
    }
    assertThat(block.toArray()).containsExactly(13, -2, -2, 1);
  }

  @Test
  void refusesWhatDoesNotFit() {
    Rows dense = Samples.dense(Precision.SINGLE, 3, Samples.values(4, 3, Precision.SINGLE, 1));
    Rows wide = Samples.dense(Precision.SINGLE, 5, Samples.values(4, 5, Precision.SINGLE, 1));
    Rows sparse = Samples.sparse(Precision.SINGLE, 3, Samples.values(4, 3, Precision.SINGLE, 1));
    Matrix square = Matrix.zeros(Precision.DOUBLE, 4, 4);
    Matrix tall = Matrix.zeros(Precision.DOUBLE, 5, 4);
    try (KernelBlocks blocks = new KernelBlocks(new Linear(), Precision.SINGLE, JAVA)) {
      assertThatThrownBy(() -> blocks.fill(dense, wide, square))
          .hasMessage("rows of 3 features against rows of 5");
      assertThatThrownBy(() -> blocks.fill(dense, sparse, square))
          .hasMessageContaining("dense rows against sparse rows");
      assertThatThrownBy(() -> blocks.fill(dense, dense, tall))
          .hasMessageContaining("4 x 4 does not fit into 5 x 4");
      assertThatThrownBy(() -> blocks.multiply(dense, dense, tall, square))
          .hasMessageContaining("a block of 4 x 4 times 5 x 4 double");
      assertThatThrownBy(() -> blocks.multiply(dense, dense, square, square.copy(Precision.SINGLE)))
          .hasMessageContaining("the result must be double");
    }
  }

  private static Matrix random(int rows, int cols) {
    Random random = new Random(rows * 31L + cols);
    return Matrix.of(
        Precision.DOUBLE, rows, cols, random.doubles((long) rows * cols, -1, 1).toArray());
  }

  @ParameterizedTest
  @CsvSource({"0, 2", "1, 2", "13, 1", "512, 3", "1100, 1", "1100, 2", "1100, 8"})
  void theLowerTriangleIsThatOfTheWholeBlock(int rows, int threads) {
    Rows x =
        Samples.dense(
            Precision.SINGLE, FEATURES, Samples.values(rows, FEATURES, Precision.SINGLE, 3));
    Matrix whole = Matrix.zeros(Precision.DOUBLE, rows, rows);
    Matrix lower = Matrix.zeros(Precision.DOUBLE, rows, rows);
    PhaseMeter meter = new PhaseMeter();
    Backend metered = OPENBLAS.metered(meter);
    LowerTriangle triangle = new LowerTriangle(new Gaussian(1), Precision.SINGLE, metered, threads);
    try (KernelBlocks blocks = new KernelBlocks(new Gaussian(1), Precision.SINGLE, metered)) {
      blocks.fill(x, x, whole);
      double flops = meter.take().kernel().flops();
      meter.run(Phase.FACTOR, () -> triangle.fill(x, lower));
      assertThat(meter.take().kernel().flops()).isBetween(flops / 2, flops);
    }
    for (int i = 0; i < rows; i++) {
      assertThat(Arrays.copyOf(lower.row(i), i + 1)).isEqualTo(Arrays.copyOf(whole.row(i), i + 1));
    }
  }
}
