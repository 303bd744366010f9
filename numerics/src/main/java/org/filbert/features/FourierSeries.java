package org.filbert.features;

import java.util.Arrays;
import org.filbert.data.Rows;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;

/**
 * An infinite series φ_0, φ_1, … of blocks of random Fourier features, all of one shape: block 0 is
 * the given map, block j the map of frequencies j·F to (j + 1)·F - 1 of the same seed. Products
 * make the features of {@value #ROWS} rows at a time.
 *
 * <p>Features and products have the precision of this object. Coefficients and gradients whose
 * largest number is far from 1 are divided by a power of two before they are rounded to single
 * precision, and the product is multiplied by it: this changes no digit, and single precision
 * neither over- nor underflows. Not thread-safe: one object for each worker.
 */
public final class FourierSeries implements AutoCloseable {
  private static final int ROWS = 1024;

  /** Matrices whose largest number has an exponent of at most this size stay as they are. */
  private static final int NEAR = 60;

  private final RandomFourier map;
  private final Precision precision;
  private final Backend backend;
  private final FourierBlocks source;
  private final Matrix strip;

  /**
   * @param map block 0, of p columns
   * @param budget bytes of generated frequencies that may be kept between calls
   */
  public FourierSeries(RandomFourier map, Precision precision, Backend backend, long budget) {
    this.map = map;
    this.precision = precision;
    this.backend = backend;
    int endless = Integer.MAX_VALUE / FeatureMap.GROUP * FeatureMap.GROUP;
    this.source = new FourierBlocks(map, endless, precision, backend, budget);
    this.strip = Matrix.zeros(precision, ROWS, map.outputs());
  }

  /** out (m×k, double) ← out + φ_j(x)·a, for m rows and a p×k in double. */
  public void multiply(Rows x, int j, Matrix a, Matrix out) {
    int exponent = exponent(a);
    try (Matrix weights = rounded(a, exponent);
        Matrix part = Matrix.zeros(precision, ROWS, a.cols())) {
      for (int from = 0; from < x.count(); from += ROWS) {
        int to = Math.min(from + ROWS, x.count());
        Matrix product = part.rows(0, to - from);
        backend.blas().gemm(false, false, 1, fill(x.slice(from, to), j), weights, 0, product);
        add(product, exponent, out.rows(from, to));
      }
    }
  }

  /** φ_j(x)ᵀ·g, p×k in double, for g m×k. */
  public Matrix project(Rows x, int j, Matrix g) {
    Matrix sum = Matrix.zeros(Precision.DOUBLE, map.outputs(), g.cols());
    int exponent = exponent(g);
    try (Matrix rounded = rounded(g, exponent);
        Matrix part = Matrix.zeros(precision, map.outputs(), g.cols())) {
      for (int from = 0; from < x.count(); from += ROWS) {
        int to = Math.min(from + ROWS, x.count());
        Matrix phi = fill(x.slice(from, to), j);
        backend.blas().gemm(true, false, 1, phi, rounded.rows(from, to), 0, part);
        add(part, exponent, sum);
      }
    }
    return sum;
  }

  /** The power of two to divide by before rounding; 0 for numbers that are not far from 1. */
  private int exponent(Matrix a) {
    if (precision == Precision.DOUBLE) {
      return 0;
    }
    double largest = a.largest();
    int exponent = largest == 0 ? 0 : Math.getExponent(largest);
    return Math.abs(exponent) <= NEAR ? 0 : exponent;
  }

  private Matrix rounded(Matrix a, int exponent) {
    if (exponent == 0) {
      return a.copy(precision);
    }
    return Matrix.of(precision, a.rows(), a.cols(), scaled(a, -exponent));
  }

  /** sum ← sum + 2ᵉ·part. */
  private static void add(Matrix part, int exponent, Matrix sum) {
    if (exponent == 0) {
      sum.add(part);
      return;
    }
    try (Matrix scaled =
        Matrix.of(Precision.DOUBLE, part.rows(), part.cols(), scaled(part, exponent))) {
      sum.add(scaled);
    }
  }

  private static double[] scaled(Matrix a, int exponent) {
    double[] values = a.toArray();
    Arrays.setAll(values, i -> Math.scalb(values[i], exponent));
    return values;
  }

  /** Drops the frequencies of block j. */
  public void forget(int j) {
    int first = Math.multiplyExact(j, map.outputs());
    source.forget(first, Math.addExact(first, map.outputs()));
  }

  /** φ_j(x), m×p, for at most {@value #ROWS} rows; valid until the next call. */
  private Matrix fill(Rows x, int j) {
    int first = Math.multiplyExact(j, map.outputs());
    Matrix phi = strip.rows(0, x.count());
    source.fill(x, first, Math.addExact(first, map.outputs()), phi);
    return phi;
  }

  @Override
  public void close() {
    source.close();
    strip.close();
  }
}
