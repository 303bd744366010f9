package org.filbert.kernel;

import java.util.Arrays;
import org.filbert.linalg.VectorMath;

/**
 * A kernel with derivatives: with the statistic s of a pair, ∇_z κ(z, x) = κ'(s)·∇_z s. {@link
 * KernelGradients} has the sums.
 *
 * <p>Where κ has a kink at s = 0, pairs nearer than {@value #NEAR} widths count as if κ were flat.
 */
public interface DifferentiableKernel extends Kernel {
  /** Distance in widths below which a kernel with a kink is taken for flat. */
  double NEAR = 1e-6;

  /** κ'(s): the slow, exact reference. */
  double slope(double statistic);

  /** s[i] ← κ'(s[i]) for i in [from, from + count), in float and fast. */
  void slopes(float[] s, int from, int count, VectorMath math);

  /** The statistic below which a kernel with a kink is taken for flat; 0 without one. */
  default double flatBelow() {
    return kinkedAtZero() ? Math.pow(NEAR * width().orElseThrow(), power()) : 0;
  }

  /** out[i] ← a·out[i], and 0 where the statistic s[i] is below {@link #flatBelow}. */
  private static void flatten(float[] out, float[] s, int from, int count, float a, float least) {
    for (int i = 0; i < count; i++) {
      out[from + i] = s[i] < least ? 0f : a * out[from + i];
    }
  }

  /**
   * s[i] ← a·κ(s[i])·s[i]^b, and 0 where a kernel with a kink is taken for flat: the form that
   * derivatives of exponentials have.
   */
  default void scaledValues(float[] s, int from, int count, double a, double b, VectorMath math) {
    float[] statistics = Arrays.copyOfRange(s, from, from + count);
    apply(s, from, count, math);
    if (b != 0) {
      float[] powers = statistics.clone();
      math.pow(powers, 0, count, Math.abs(b));
      for (int i = 0; i < count; i++) {
        s[from + i] = b < 0 ? s[from + i] / powers[i] : s[from + i] * powers[i];
      }
    }
    flatten(s, statistics, from, count, (float) a, (float) flatBelow());
  }
}
