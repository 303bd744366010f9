package org.filbert.features;

/**
 * The columns of another map, made fewer by a random matrix: z(x) = G·z₁(x) / √s₂ with independent
 * standard normal elements of G, s₂×s₁. Norms and inner products stay right on average, with a
 * standard deviation of at most √(2/s₂) of the norms.
 *
 * <p>For preconditioners, as {@link HadamardSketch}: G is kept by every worker.
 *
 * @param map z₁, of s₁ columns
 * @param outputs s₂, at most s₁
 */
public record GaussianSketch(FeatureMap map, int outputs, long seed) implements FeatureMap {
  public GaussianSketch {
    SketchInput.check(map, outputs);
  }

  @Override
  public int inputs() {
    return map.inputs();
  }
}
