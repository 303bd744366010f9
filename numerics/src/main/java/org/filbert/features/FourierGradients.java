package org.filbert.features;

import org.filbert.data.DenseRows;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;

/**
 * Gradients of f_c(z) = Σ_j w_jc·φ_j(z) with respect to z, for random Fourier features φ of some
 * columns, group by group of frequencies Ω:
 *
 * <pre>
 *   φ = s·cos(ωᵀz + β)   ∇f_c(z_i) = Σ_j D_ij·ω_j     D_ij = -s·sin(ω_jᵀz_i + β_j)·w_jc
 *   φ = s·cos, s·sin     of pairs                     D_ij = s·(cos(ω_jᵀz_i)·w_(2j+1)c - sin(ω_jᵀz_i)·w_(2j)c)
 * </pre>
 *
 * <p>Not thread-safe: one object for each worker.
 */
public final class FourierGradients implements AutoCloseable {
  /** Rows z whose arguments exist at a time. */
  private static final int STRIP = 512;

  private final RandomFourier map;
  private final Precision precision;
  private final Backend backend;
  private final Frequencies frequencies;

  /** Gradients from frequencies and products of a precision. */
  public FourierGradients(RandomFourier map, Precision precision, Backend backend) {
    this.map = map;
    this.precision = precision;
    this.backend = backend;
    this.frequencies =
        new Frequencies(map, map.outputs() / map.columnsPerFrequency(), precision, 0);
  }

  /**
   * out ← out + ∇f(z), for m rows z and the coefficients w (q × k) of columns from {@code from} on.
   *
   * @param out m × (k·d) in double: the gradient of output c in columns c·d to (c + 1)·d
   */
  public void add(DenseRows z, int from, Matrix w, Matrix out) {
    if (out.rows() != z.count()
        || out.cols() != w.cols() * map.inputs()
        || z.features() != map.inputs()) {
      throw new IllegalArgumentException(
          "gradients of %s at %s rows of %s features with %s into %s"
              .formatted(map, z.count(), z.features(), w, out));
    }
    double[] all = w.toArray();
    int to = from + w.rows();
    for (int group = from / FeatureMap.GROUP; group * FeatureMap.GROUP < to; group++) {
      Frequencies.Group own = frequencies.groups(group, group + 1).get(0);
      double[] weights = weights(all, w.cols(), group * FeatureMap.GROUP - from, own);
      for (int i = 0; i < z.count(); i += STRIP) {
        int next = Math.min(i + STRIP, z.count());
        add(z.slice(i, next), own, weights, w.cols(), out.rows(i, next));
      }
    }
  }

  /** The coefficients of a group's columns; 0 for columns that are not asked for. */
  private double[] weights(double[] all, int k, int first, Frequencies.Group group) {
    double[] weights = new double[group.beta().length * map.columnsPerFrequency() * k];
    for (int at = 0; at < weights.length; at++) {
      int place = first * k + at;
      weights[at] = place >= 0 && place < all.length ? all[place] : 0;
    }
    return weights;
  }

  private void add(DenseRows z, Frequencies.Group group, double[] w, int k, Matrix out) {
    int q = group.beta().length;
    int d = map.inputs();
    try (Matrix rows = z.matrix().copy(precision);
        Matrix tile = Matrix.zeros(precision, z.count(), q);
        Matrix product = Matrix.zeros(precision, z.count(), d)) {
      backend.blas().gemm(false, true, 1, rows, group.omega(), 0, tile);
      double[] arguments = tile.toArray();
      double[] derivatives = new double[arguments.length];
      for (int c = 0; c < k; c++) {
        for (int at = 0; at < arguments.length; at++) {
          derivatives[at] = derivative(arguments[at], group.beta()[at % q], at % q, w, k, c);
        }
        tile.write(0, z.count(), derivatives);
        backend.blas().gemm(false, false, 1, tile, group.omega(), 0, product);
        out.columns(c * d, (c + 1) * d).add(product);
      }
    }
  }

  private double derivative(double argument, double beta, int j, double[] w, int k, int c) {
    return map.form() == RandomFourier.Form.COSINE
        ? -map.scale() * Math.sin(argument + beta) * w[j * k + c]
        : map.scale()
            * (Math.cos(argument) * w[(2 * j + 1) * k + c] - Math.sin(argument) * w[2 * j * k + c]);
  }

  @Override
  public void close() {
    frequencies.close();
  }
}
