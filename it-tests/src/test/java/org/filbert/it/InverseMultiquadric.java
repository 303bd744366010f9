package org.filbert.it;

import java.util.Optional;
import java.util.OptionalDouble;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.KernelOptions;
import org.filbert.kernel.KernelType;
import org.filbert.kernel.Statistic;
import org.filbert.kernel.Width;
import org.filbert.linalg.VectorMath;

/** κ(x, z) = 1 / √(1 + ‖x - z‖² / σ²), a kernel that only the tests' class path has. */
public record InverseMultiquadric(double sigma) implements Kernel {
  @Override
  public Statistic statistic() {
    return Statistic.SQUARED_DISTANCE;
  }

  @Override
  public double of(double statistic) {
    return 1 / Math.sqrt(1 + statistic / (sigma * sigma));
  }

  @Override
  public void apply(float[] x, int from, int count, VectorMath math) {
    float scale = (float) (1 / (sigma * sigma));
    for (int i = from; i < from + count; i++) {
      x[i] = (float) (1 / Math.sqrt(1f + scale * x[i]));
    }
  }

  @Override
  public InverseMultiquadric withSigma(double newSigma) {
    return new InverseMultiquadric(newSigma);
  }

  /** 1 / √(1 + ‖x - z‖² / σ²). */
  public record Options(Width sigma) implements KernelOptions {
    @Override
    public Kernel kernel(OptionalDouble median) {
      return new InverseMultiquadric(sigma.resolve(median));
    }

    @Override
    public Optional<Width> width() {
      return Optional.of(sigma);
    }
  }

  /** The registration of this kernel. */
  public static final class Type extends KernelType {
    public Type() {
      super("inverse-multiquadric", Options.class, InverseMultiquadric.class);
    }
  }
}
