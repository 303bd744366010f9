package org.filbert.features;

/**
 * The columns of another map, made fewer by a subsampled randomised Hadamard transform of each row:
 *
 * <pre>z(x) = P·H·D·z₁(x) / √s₂</pre>
 *
 * <p>with random signs D, the Hadamard matrix H of the order m ≥ s₁ that is a power of 2 (z₁ is
 * filled up with zeros) and s₂ of its rows P, drawn without replacement. Norms and inner products
 * stay right on average, with a standard deviation of about √(2/s₂) of the norms; if s₂ is m, they
 * stay as they are.
 *
 * <p>For preconditioners: a column takes the work of all, so that there should be one block of
 * them. Tropp. Improved analysis of the subsampled randomized Hadamard transform. 2011.
 *
 * @param map z₁, of s₁ columns
 * @param outputs s₂, at most s₁
 */
public record HadamardSketch(FeatureMap map, int outputs, long seed) implements FeatureMap {
  private static final int MAX_INPUTS = 1 << 20;

  public HadamardSketch {
    SketchInput.check(map, outputs);
    if (map.outputs() > MAX_INPUTS) {
      throw new IllegalArgumentException(
          "a Hadamard transform of %s columns, must be at most %s"
              .formatted(map.outputs(), MAX_INPUTS));
    }
  }

  @Override
  public int inputs() {
    return map.inputs();
  }

  /** m. */
  int order() {
    return map.outputs() == 1 ? 1 : Integer.highestOneBit(map.outputs() - 1) << 1;
  }
}
