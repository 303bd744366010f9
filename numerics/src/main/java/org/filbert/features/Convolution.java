package org.filbert.features;

import org.jtransforms.fft.DoubleFFT_1D;

/**
 * Circular convolution of sketches, as the product of their Fourier transforms. Transforms of real
 * vectors of n elements are kept in n numbers: the real ones of frequency 0 and, if n is even, n/2
 * in the first two places, then pairs of a real and an imaginary part. For odd n the last imaginary
 * part stands in the second place.
 */
final class Convolution {
  private final int n;
  private final DoubleFFT_1D fft;
  private final double[] product;
  private final double[] factor;

  Convolution(int n) {
    this.n = n;
    this.fft = new DoubleFFT_1D(n);
    this.product = new double[n];
    this.factor = new double[n];
  }

  /** Begins a product with S·x. */
  void start(CountSketch s, RowValues x) {
    s.apply(x, product);
    fft.realForward(product);
  }

  /** Multiplies the product by S·x. */
  void multiply(CountSketch s, RowValues x) {
    s.apply(x, factor);
    fft.realForward(factor);
    product[0] *= factor[0];
    if (n % 2 == 0) {
      product[1] *= factor[1];
    } else if (n > 1) {
      multiply(n - 1, 1);
    }
    for (int k = 2; k + 1 < n; k += 2) {
      multiply(k, k + 1);
    }
  }

  /** Multiplies the complex number whose parts stand at the given places. */
  private void multiply(int re, int im) {
    double real = product[re] * factor[re] - product[im] * factor[im];
    product[im] = product[re] * factor[im] + product[im] * factor[re];
    product[re] = real;
  }

  /** Ends the product: out ← its elements from {@code skip} on, times a weight. */
  void finish(double weight, int skip, double[] out) {
    fft.realInverse(product, true);
    for (int j = 0; j < out.length; j++) {
      out[j] = weight * product[skip + j];
    }
  }

  /** Floating-point operations of a product of so many factors, about. */
  double flops(int factors) {
    double transform = 2.5 * n * Math.log(n) / Math.log(2);
    return (factors + 1) * transform + 3.0 * n * (factors - 1);
  }
}
