package org.filbert.features;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.filbert.data.DenseRows;
import org.filbert.kernel.Gaussian;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.testing.Close;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Norms and inner products of sketched columns against those of the columns. */
class SketchTest {
  private static final Backend BACKEND = Backends.choose("auto", "plain");
  private static final DenseRows ROWS = FeatureMapTest.rows(Precision.DOUBLE, 10);
  private static final int DRAWS = 300;

  private interface Sketches {
    FeatureMap of(FeatureMap map, int outputs, long seed);
  }

  static Stream<Named<Sketches>> sketches() {
    return Stream.of(
        Named.of("Hadamard", HadamardSketch::new), Named.of("gaussian", GaussianSketch::new));
  }

  private static FeatureMap fourier(int columns) {
    return new RandomFourier(
        new Gaussian(1.5), FeatureMapTest.INPUTS, columns, 5, RandomFourier.Form.COSINE);
  }

  /** Z·Zᵀ */
  private static double[] products(FeatureMap map) {
    Matrix z = Matrix.zeros(Precision.DOUBLE, ROWS.count(), map.outputs());
    try (FeatureBlocks blocks = new FeatureBlocks(map, Precision.DOUBLE, BACKEND, 0)) {
      blocks.fill(ROWS, 0, map.outputs(), z);
    }
    Matrix products = Matrix.zeros(Precision.DOUBLE, ROWS.count(), ROWS.count());
    BACKEND.blas().gemm(false, true, 1, z, z, 0, products);
    return products.toArray();
  }

  /** Errors of the inner products, in standard deviations that they have at most, about. */
  private static double[] errors(Sketches sketches, int outputs, long seed) {
    FeatureMap map = fourier(600);
    double[] exact = products(map);
    double[] errors = products(sketches.of(map, outputs, seed));
    int n = ROWS.count();
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        double norms = Math.sqrt(exact[i * n + i] * exact[j * n + j]);
        errors[i * n + j] =
            (errors[i * n + j] - exact[i * n + j]) / norms / Math.sqrt(2.0 / outputs);
      }
    }
    return errors;
  }

  @ParameterizedTest
  @MethodSource("sketches")
  void normsAndInnerProductsAreRightOnAverage(Sketches sketches) {
    double[] means = new double[ROWS.count() * ROWS.count()];
    double squares = 0;
    for (int draw = 0; draw < DRAWS; draw++) {
      double[] errors = errors(sketches, 64, draw);
      for (int i = 0; i < means.length; i++) {
        means[i] += errors[i] / DRAWS;
        squares += errors[i] * errors[i] / DRAWS / means.length;
        assertThat(Math.abs(errors[i])).isLessThan(6);
      }
    }
    for (double mean : means) {
      assertThat(Math.abs(mean)).isLessThan(4 / Math.sqrt(DRAWS));
    }
    assertThat(squares).isLessThan(1.1);
  }

  @ParameterizedTest
  @MethodSource("sketches")
  void errorFallsWithTheRootOfTheColumns(Sketches sketches) {
    double few = 0;
    double many = 0;
    for (int draw = 0; draw < DRAWS; draw++) {
      for (double error : errors(sketches, 16, draw)) {
        few += error * error;
      }
      for (double error : errors(sketches, 64, 1000 + draw)) {
        many += error * error;
      }
    }
    assertThat(Math.sqrt(few / many)).isBetween(0.85, 1.2);
  }

  @Test
  void aWholeHadamardTransformChangesNoInnerProduct() {
    FeatureMap map = fourier(256);
    Close.assertClose(products(new HadamardSketch(map, 256, 3)), products(map), 1e-13);
    FeatureMap one = fourier(1);
    Close.assertClose(products(new HadamardSketch(one, 1, 3)), products(one), 1e-13);
  }
}
