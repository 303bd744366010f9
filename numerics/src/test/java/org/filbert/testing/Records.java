package org.filbert.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Role;
import org.filbert.data.Target;

/**
 * Made-up records: features uniform in [-1, 1), half of them 0, as multiples of 2⁻¹⁰ (so that any
 * precision and any moderate offset holds them exactly).
 *
 * @param sparse how the features are written, not what they are
 * @param classes number of classes, by the position of the first feature; 0 for two regression
 *     targets with means far from 0
 */
public record Records(int features, boolean sparse, int classes, long seed) {

  public List<Instance> of(Role role, int count) {
    List<Instance> instances = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double[] x = values(role, i);
      instances.add(new Instance.Example(role, i, write(x), target(x)));
    }
    return instances;
  }

  /** All features of the record at a position. */
  public double[] values(Role role, long position) {
    Random random = new Random(seed + 1000 * position + role.code());
    double[] x = new double[features];
    for (int j = 0; j < features; j++) {
      double value = Math.rint(1024 * (2 * random.nextDouble() - 1)) / 1024;
      x[j] = random.nextBoolean() || j == 0 ? value : 0;
    }
    return x;
  }

  /** The target that a row has in the kernel system, without centring. */
  public double[] targetRow(double[] x) {
    if (classes == 0) {
      return new double[] {Math.sin(3 * x[0]) + 50, x[0] * x[features - 1] - 7};
    }
    int label = label(x);
    return classes == 2
        ? new double[] {label == 1 ? 1 : -1}
        : IntStream.range(0, classes).mapToDouble(j -> j == label ? 1 : -1).toArray();
  }

  private int label(double[] x) {
    return Math.min(classes - 1, (int) ((x[0] + 1) / 2 * classes));
  }

  private Features write(double[] x) {
    if (!sparse) {
      return new Features.Dense(x);
    }
    int[] indices = IntStream.range(0, features).filter(j -> x[j] != 0).toArray();
    return new Features.Sparse(indices, IntStream.of(indices).mapToDouble(j -> x[j]).toArray());
  }

  private Target target(double[] x) {
    return classes == 0
        ? new Target.Values(targetRow(x))
        : new Target.ClassName(String.valueOf((char) ('a' + label(x))));
  }
}
