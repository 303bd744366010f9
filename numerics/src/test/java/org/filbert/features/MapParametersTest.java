package org.filbert.features;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.filbert.features.RandomFourier.Form;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.Linear;
import org.filbert.kernel.Polynomial;
import org.filbert.kernel.PoweredExponential;
import org.junit.jupiter.api.Test;

class MapParametersTest {
  private static final Kernel KERNEL = new Gaussian(1);

  @Test
  void refusesKernelsWithoutSpectralDensity() {
    assertThatThrownBy(() -> new RandomFourier(new Linear(), 3, 4, 1, Form.COSINE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "no random Fourier features for the kernel Linear[], only for cauchy, "
                + "exponential, gaussian, k-pq, laplacian, matern (k-pq where q is p or p is 2)");
    assertThatThrownBy(
            () -> new RandomFourier(new PoweredExponential(1.5, 1, 2), 3, 4, 1, Form.COSINE))
        .hasMessageStartingWith(
            "no random Fourier features for the kernel PoweredExponential[p=1.5, q=1.0,"
                + " sigma=2.0],");
    assertThatThrownBy(() -> new RandomFourier(new Polynomial(2, 1, 0), 3, 4, 1, Form.COSINE))
        .hasMessageContaining("kernel Polynomial[");
  }

  @Test
  void refusesBadShapes() {
    assertThatThrownBy(() -> new RandomFourier(KERNEL, 3, 5, 1, Form.COSINE_SINE))
        .hasMessage(
            "5 random Fourier features, must be even because cosines and sines come in pairs");
    assertThatThrownBy(() -> new RandomFourier(KERNEL, 3, 0, 1, Form.COSINE))
        .hasMessage("0 random Fourier features, must be 1 or more");
    assertThatThrownBy(() -> new RandomFourier(KERNEL, 0, 4, 1, Form.COSINE))
        .hasMessageContaining("of 0 inputs");
    assertThatThrownBy(() -> new RandomFourier(KERNEL, 1 << 18, 4, 1, Form.COSINE))
        .hasMessage(
            "random Fourier features of 262144 inputs, must be 1 to 131072; feature hashing makes "
                + "fewer of them");
    for (int order : new int[] {0, 3}) {
      assertThatThrownBy(() -> new RandomFourier(KERNEL, 3, 4, 1, Form.COSINE, order))
          .hasMessage(
              "random Fourier features of %s inputs each, must be 1 to 2, fewer than the inputs"
                  .formatted(order));
    }
    assertThatThrownBy(() -> new Hashing(0, 4, 1)).hasMessageContaining("of 0 inputs");
    assertThatThrownBy(() -> new Hashing(4, 0, 1)).hasMessageContaining("to 0 columns");
    assertThatThrownBy(() -> new HadamardSketch(new Hashing(4, 6, 1), 7, 1))
        .hasMessage("a sketch of 6 columns to 7, must be from 1 to as many");
    assertThatThrownBy(() -> new GaussianSketch(new Hashing(4, 6, 1), 0, 1))
        .hasMessage("a sketch of 6 columns to 0, must be from 1 to as many");
    assertThatThrownBy(() -> new HadamardSketch(new Hashing(4, 2_000_000, 1), 7, 1))
        .hasMessage("a Hadamard transform of 2000000 columns, must be at most 1048576");
    Polynomial square = new Polynomial(2, 1, 0);
    assertThatThrownBy(() -> new TensorSketch(square, 4, 0, 1))
        .hasMessage("TensorSketch of 0 columns, must be 1 or more");
    assertThatThrownBy(() -> new TensorSketch(square, 0, 4, 1))
        .hasMessage("TensorSketch of 0 inputs, must be 1 to 131072");
    assertThatThrownBy(() -> new TensorSketch(square, 1 << 18, 4, 1))
        .hasMessage("TensorSketch of 262144 inputs, must be 1 to 131072");
  }
}
