package org.filbert.features;

import org.filbert.data.RefusedException;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.SpectralKernel;

/**
 * Random Fourier features of a shift-invariant kernel: frequencies ω drawn from its spectral
 * density (see {@link SpectralKernel}) make z(x)ᵀz(x') an unbiased estimate of κ(x, x') with a
 * standard deviation of about 1/√p or less for either form.
 *
 * <p>Rahimi, Recht. Random features for large-scale kernel machines. NIPS 2007.
 *
 * @param inputs d, at most {@value #MAX_INPUTS}: every column has a frequency for each input
 * @param outputs p
 */
public record RandomFourier(Kernel kernel, int inputs, int outputs, long seed, Form form)
    implements FeatureMap {
  public static final int MAX_INPUTS = 1 << 17;

  /** What the columns are. */
  public enum Form {
    /** Column j is √(2/p)·cos(ω_jᵀx + β_j) with β_j uniform in [0, 2π). */
    COSINE,
    /** Columns 2i and 2i + 1 are √(2/p)·cos(ω_iᵀx) and √(2/p)·sin(ω_iᵀx); p is even. */
    COSINE_SINE
  }

  public RandomFourier {
    if (!SpectralKernel.drawable(kernel)) {
      throw new IllegalArgumentException(
          "no random Fourier features for the kernel "
              + kernel
              + ", only for "
              + SpectralKernel.names());
    }
    if (inputs < 1 || inputs > MAX_INPUTS) {
      throw new RefusedException(
          "random Fourier features of %s inputs, must be 1 to %s; feature hashing makes fewer of them"
              .formatted(inputs, MAX_INPUTS));
    }
    if (outputs < 1) {
      throw new IllegalArgumentException(outputs + " random Fourier features, must be 1 or more");
    }
    if (form == Form.COSINE_SINE && outputs % 2 != 0) {
      throw new RefusedException(
          outputs
              + " random Fourier features, must be even because cosines and sines come in pairs");
    }
  }

  /** Factor of the cosines and sines, √(2/p). */
  double scale() {
    return Math.sqrt(2.0 / outputs);
  }

  int columnsPerFrequency() {
    return form == Form.COSINE ? 1 : 2;
  }
}
