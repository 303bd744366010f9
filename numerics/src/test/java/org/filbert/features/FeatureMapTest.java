package org.filbert.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.filbert.data.DenseRows;
import org.filbert.data.Rows;
import org.filbert.data.SparseRows;
import org.filbert.features.RandomFourier.Form;
import org.filbert.kernel.Cauchy;
import org.filbert.kernel.Exponential;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.Laplacian;
import org.filbert.kernel.Matern;
import org.filbert.kernel.Polynomial;
import org.filbert.kernel.PoweredExponential;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.testing.Close;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every map must do. */
class FeatureMapTest {
  private static final Backend BACKEND = Backends.choose("auto", "plain");
  static final int INPUTS = 7;
  private static final int OUTPUTS = 1306;

  /** Every map, each kernel in both forms; p is no multiple of the group. */
  static Stream<FeatureMap> maps() {
    return Stream.concat(
        fourier(),
        Stream.of(
            new RandomFourier(new Gaussian(1.5), INPUTS, OUTPUTS, 9, Form.COSINE_SINE, 2),
            new Hashing(INPUTS, OUTPUTS, 9),
            new TensorSketch(new Polynomial(1, 1, 0), INPUTS, OUTPUTS, 9),
            new TensorSketch(new Polynomial(3, 0.5, 2), INPUTS, OUTPUTS, 9),
            new HadamardSketch(fourier(1500), OUTPUTS, 9),
            new GaussianSketch(new HadamardSketch(fourier(1500), 1400, 9), OUTPUTS, 9)));
  }

  private static RandomFourier fourier(int outputs) {
    return new RandomFourier(new Gaussian(1.5), INPUTS, outputs, 9, Form.COSINE);
  }

  static Stream<FeatureMap> fourier() {
    return kernels()
        .flatMap(
            kernel ->
                Stream.of(Form.values())
                    .map(form -> new RandomFourier(kernel, INPUTS, OUTPUTS, 9, form)));
  }

  static Stream<Kernel> kernels() {
    return Stream.of(
        new Gaussian(1.5),
        new Laplacian(4),
        new Exponential(2),
        new Cauchy(1.5),
        new Matern(0.5, 2),
        new Matern(1.5, 2),
        new Matern(2.5, 2),
        new PoweredExponential(2, 1.3, 2),
        new PoweredExponential(1.5, 1.5, 3),
        new PoweredExponential(0.9, 0.9, 4));
  }

  static DenseRows rows(Precision precision, int count) {
    Random random = new Random(4);
    double[] values = new double[count * INPUTS];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextBoolean() ? (float) random.nextGaussian() : 0;
    }
    return new DenseRows(Matrix.of(precision, count, INPUTS, values));
  }

  static SparseRows sparse(DenseRows rows) {
    int[] starts = new int[rows.count() + 1];
    int[] columns = new int[rows.count() * INPUTS];
    double[] values = new double[columns.length];
    int at = 0;
    for (int i = 0; i < rows.count(); i++) {
      for (int f = 0; f < INPUTS; f++) {
        double value = rows.matrix().get(i, f);
        if (value != 0) {
          columns[at] = f;
          values[at++] = value;
        }
      }
      starts[i + 1] = at;
    }
    return new SparseRows(
        rows.precision(), INPUTS, starts, Arrays.copyOf(columns, at), Arrays.copyOf(values, at));
  }

  private static Matrix block(
      FeatureMap map, Precision precision, long budget, Rows rows, int from, int to) {
    try (FeatureBlocks blocks = new FeatureBlocks(map, precision, BACKEND, budget)) {
      Matrix out = Matrix.zeros(precision, rows.count(), to - from);
      blocks.fill(rows, from, to, out);
      return out;
    }
  }

  @ParameterizedTest
  @MethodSource("maps")
  void columnsHaveTheSameBitsInEveryPartition(FeatureMap map) {
    for (Precision precision : Precision.values()) {
      DenseRows dense = rows(precision, 257);
      for (Rows rows : List.of(dense, sparse(dense))) {
        double[] all = block(map, precision, 0, rows, 0, OUTPUTS).toArray();
        int[] cuts = {0, 1, 128, 129, 512, 1151, 1152, OUTPUTS};
        for (long budget : new long[] {0, 10_000, 1 << 30}) {
          try (FeatureBlocks blocks = new FeatureBlocks(map, precision, BACKEND, budget)) {
            Matrix pieces = Matrix.zeros(precision, rows.count(), OUTPUTS);
            int rounds = budget == 0 ? 1 : 2; // the second reads what the first has kept
            for (int round = 0; round < rounds; round++) {
              for (int c = cuts.length - 1; c > 0; c--) {
                blocks.fill(rows, cuts[c - 1], cuts[c], pieces.columns(cuts[c - 1], cuts[c]));
              }
              assertThat(pieces.toArray()).isEqualTo(all);
            }
          }
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("maps")
  void anyNumberOfRowsAndColumns(FeatureMap map) {
    double[] all = block(map, Precision.DOUBLE, 0, rows(Precision.DOUBLE, 13), 0, 130).toArray();
    for (int count : new int[] {0, 1, 13}) {
      for (int columns : new int[] {0, 1, 130}) {
        Matrix part =
            block(map, Precision.DOUBLE, 0, rows(Precision.DOUBLE, count), 130 - columns, 130);
        for (int i = 0; i < count; i++) {
          for (int j = 0; j < columns; j++) {
            assertThat(part.get(i, j)).isCloseTo(all[i * 130 + 130 - columns + j], within(1e-14));
          }
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("maps")
  void sparseAndDenseRowsAndBothPrecisionsAgree(FeatureMap map) {
    DenseRows exact = rows(Precision.DOUBLE, 40);
    double[] reference = block(map, Precision.DOUBLE, 0, exact, 0, OUTPUTS).toArray();
    double[] sparse = block(map, Precision.DOUBLE, 0, sparse(exact), 0, OUTPUTS).toArray();
    Close.assertClose(sparse, reference, 1e-10);
    double scale = Arrays.stream(reference).map(Math::abs).max().orElseThrow();
    for (Precision precision : Precision.values()) {
      DenseRows rows = rows(precision, 40);
      for (Rows kind : List.of(rows, sparse(rows))) {
        double[] fast = block(map, Precision.SINGLE, 0, kind, 0, OUTPUTS).toArray();
        double[] errors = new double[fast.length];
        for (int i = 0; i < fast.length; i++) {
          errors[i] = Math.abs(fast[i] - reference[i]) / scale;
        }
        Arrays.sort(errors);
        // Heavy-tailed frequencies make a few huge arguments, of which a float knows nothing.
        assertThat(errors[errors.length * 9 / 10]).isLessThan(1e-5);
        assertThat(Arrays.stream(errors).average().orElseThrow()).isLessThan(1e-4);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("maps")
  void refusesWhatDoesNotFit(FeatureMap map) {
    DenseRows wide = new DenseRows(Matrix.zeros(Precision.DOUBLE, 1, INPUTS + 1));
    assertThatThrownBy(() -> block(map, Precision.DOUBLE, 0, wide, 0, 1))
        .hasMessage("rows of 8 features for a map of 7 inputs");
    DenseRows rows = rows(Precision.DOUBLE, 2);
    assertThatThrownBy(() -> block(map, Precision.DOUBLE, 0, rows, 0, OUTPUTS + 1))
        .isInstanceOf(IndexOutOfBoundsException.class);
    try (FeatureBlocks blocks = new FeatureBlocks(map, Precision.DOUBLE, BACKEND, 0)) {
      assertThatThrownBy(() -> blocks.fill(rows, 0, 3, Matrix.zeros(Precision.SINGLE, 2, 3)))
          .hasMessage("features of 2 x 3 in DOUBLE do not fit into 2 x 3 single");
    }
  }

  @Test
  void seedsAndColumnsDiffer() {
    DenseRows rows = rows(Precision.DOUBLE, 3);
    Kernel kernel = new Gaussian(1);
    for (Form form : Form.values()) {
      Matrix one =
          block(new RandomFourier(kernel, INPUTS, 64, 1, form), Precision.DOUBLE, 0, rows, 0, 64);
      Matrix two =
          block(new RandomFourier(kernel, INPUTS, 64, 2, form), Precision.DOUBLE, 0, rows, 0, 64);
      assertThat(Arrays.stream(one.row(0)).distinct().count()).isEqualTo(64);
      assertThat(one.row(0)).isNotEqualTo(two.row(0));
    }
  }
}
