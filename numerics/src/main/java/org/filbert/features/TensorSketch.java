package org.filbert.features;

import org.filbert.data.RefusedException;
import org.filbert.kernel.Polynomial;

/**
 * TensorSketch of the polynomial kernel (γ·xᵀz + c)^q. With u = (√γ·x, √c) the kernel is the inner
 * product of the q-fold tensor products of u. Their CountSketch S(u ⊗ … ⊗ u) is the circular
 * convolution of q CountSketches S_l·u of d + 1 inputs each, so that it takes q + 1 Fourier
 * transforms and no tensor:
 *
 * <pre>S(u ⊗ … ⊗ u) = F⁻¹(F·S_1·u ∘ … ∘ F·S_q·u)</pre>
 *
 * <p>Columns come in groups of {@value FeatureMap#GROUP}, the last may have fewer. Each group of g
 * columns is a sketch of its own, times √(g/p). z(x)ᵀz(x') is thus a mean of independent unbiased
 * estimates of κ(x, x'), weighted by their precision; its variance is at most (2 + 3^q)·‖u‖^2q
 * ‖u'‖^2q / p, as that of one sketch of p columns.
 *
 * <p>Pham, Pagh. Fast and scalable polynomial kernels via explicit feature maps. KDD 2013. Avron,
 * Nguyen, Woodruff. Subspace embeddings for the polynomial kernel. NIPS 2014.
 *
 * @param inputs d, at most {@value #MAX_INPUTS}: every group has q draws for each input
 * @param outputs p
 */
public record TensorSketch(Polynomial kernel, int inputs, int outputs, long seed)
    implements FeatureMap {
  public static final int MAX_INPUTS = RandomFourier.MAX_INPUTS;

  public TensorSketch {
    if (inputs < 1 || inputs > MAX_INPUTS) {
      throw new RefusedException(
          "TensorSketch of %s inputs, must be 1 to %s".formatted(inputs, MAX_INPUTS));
    }
    if (outputs < 1) {
      throw new IllegalArgumentException(
          "TensorSketch of " + outputs + " columns, must be 1 or more");
    }
  }
}
