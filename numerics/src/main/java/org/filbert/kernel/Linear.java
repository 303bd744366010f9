package org.filbert.kernel;

import java.util.Arrays;
import java.util.OptionalDouble;
import org.filbert.linalg.VectorMath;

/** κ(x, z) = xᵀz. */
public record Linear() implements DifferentiableKernel {
  @Override
  public Statistic statistic() {
    return Statistic.DOT;
  }

  @Override
  public double of(double statistic) {
    return statistic;
  }

  @Override
  public void apply(float[] x, int from, int count, VectorMath math) {
    // The statistic is the value.
  }

  @Override
  public double slope(double statistic) {
    return 1;
  }

  @Override
  public void slopes(float[] s, int from, int count, VectorMath math) {
    Arrays.fill(s, from, from + count, 1f);
  }

  /** xᵀz. */
  public record Options() implements KernelOptions {
    @Override
    public Kernel kernel(OptionalDouble median) {
      return new Linear();
    }
  }

  /** The registration of this kernel. */
  public static final class Type extends KernelType {
    public Type() {
      super("linear", Options.class, Linear.class);
    }
  }
}
