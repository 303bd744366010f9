package org.filbert.features;

import org.filbert.data.RefusedException;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.SpectralKernel;
import org.jspecify.annotations.Nullable;

/**
 * Random Fourier features of a shift-invariant kernel: frequencies ω drawn from its spectral
 * density (see {@link SpectralKernel}) make z(x)ᵀz(x') an unbiased estimate of κ(x, x') with a
 * standard deviation of about 1/√p or less for either form.
 *
 * <p>With an order q each frequency is 0 but for q inputs, which are drawn at random. The estimate
 * is then of an additive kernel: the mean of κ(x_S, x'_S) over all sets S of q inputs. It suits
 * functions that are sums of functions of few inputs, as rules are.
 *
 * <p>Rahimi, Recht. Random features for large-scale kernel machines. NIPS 2007. Duvenaud, Nickisch,
 * Rasmussen. Additive Gaussian processes. NIPS 2011.
 *
 * @param inputs d, at most {@value #MAX_INPUTS}: every column has a frequency for each input
 * @param outputs p
 * @param order q, less than d; null: frequencies look at all inputs
 */
public record RandomFourier(
    Kernel kernel, int inputs, int outputs, long seed, Form form, @Nullable Integer order)
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
    if (order != null && (order < 1 || order >= inputs)) {
      throw new RefusedException(
          "random Fourier features of %s inputs each, must be 1 to %s, fewer than the inputs"
              .formatted(order, inputs - 1));
    }
    if (form == Form.COSINE_SINE && outputs % 2 != 0) {
      throw new RefusedException(
          outputs
              + " random Fourier features, must be even because cosines and sines come in pairs");
    }
  }

  /** Features whose frequencies look at all inputs. */
  public RandomFourier(Kernel kernel, int inputs, int outputs, long seed, Form form) {
    this(kernel, inputs, outputs, seed, form, null);
  }

  /** Inputs that a frequency looks at. */
  int inputsEach() {
    return order == null ? inputs : order;
  }

  /** Factor of the cosines and sines, √(2/p). */
  double scale() {
    return Math.sqrt(2.0 / outputs);
  }

  int columnsPerFrequency() {
    return form == Form.COSINE ? 1 : 2;
  }
}
