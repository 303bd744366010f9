package org.filbert.online.baseline;

import java.util.ArrayList;
import java.util.List;
import org.filbert.data.Target;
import org.jspecify.annotations.Nullable;

/**
 * Ridge regression on the features as they are and a constant, x ∈ ℝᵈ⁺¹, solved anew with every row
 * by recursive least squares [1]. With P = (λI + Σ xxᵀ)⁻¹ of the rows so far and a further row (x,
 * y): g = Px / (1 + xᵀPx), w ← w + g (y - wᵀx), P ← P - g (Px)ᵀ.
 *
 * <p>[1] Haykin. Adaptive filter theory. 5th edition, 2014, chapter 10.
 *
 * @param weights w of each target; none before the first row
 * @param inverse P, row by row
 */
public record LinearRegression(int features, List<double[]> weights, double[] inverse)
    implements Baseline {
  /** P of so many features takes 8 MB, in every checkpoint too. */
  public static final int MOST_FEATURES = 1000;

  /** λ, little where features are of the order of 1. */
  private static final double RIDGE = 1;

  public LinearRegression(int features) {
    this(features, List.of(), start(features));
  }

  private static double[] start(int features) {
    if (features > MOST_FEATURES) {
      throw new IllegalArgumentException(
          "linear-regression as a baseline is for up to %s features, found %s"
              .formatted(MOST_FEATURES, features));
    }
    int n = features + 1;
    double[] inverse = new double[n * n];
    for (int j = 0; j < n; j++) {
      inverse[j * n + j] = 1 / RIDGE;
    }
    return inverse;
  }

  @Override
  public String name() {
    return "linear-regression";
  }

  @Override
  public Learned learn(double[][] x, List<@Nullable Target> targets) {
    List<@Nullable Target> predicted = new ArrayList<>();
    List<double[]> w = new ArrayList<>();
    weights.forEach(each -> w.add(each.clone()));
    double[] p = inverse.clone();
    for (int i = 0; i < x.length; i++) {
      double[] row = withConstant(x[i]);
      double[] scores = w.stream().mapToDouble(each -> dot(each, row)).toArray();
      predicted.add(w.isEmpty() ? null : new Target.Values(scores));
      if (targets.get(i) instanceof Target.Values y) {
        while (w.size() < y.values().length) {
          w.add(new double[features + 1]);
        }
        double[] gain = update(p, row);
        for (int t = 0; t < w.size(); t++) {
          double residual = y.values()[t] - dot(w.get(t), row);
          for (int j = 0; j < gain.length; j++) {
            w.get(t)[j] += gain[j] * residual;
          }
        }
      }
    }
    return new Learned(new LinearRegression(features, w, p), predicted);
  }

  /** P with a further row; gives g. */
  private static double[] update(double[] p, double[] x) {
    int n = x.length;
    double[] px = new double[n];
    for (int j = 0; j < n; j++) {
      for (int l = 0; l < n; l++) {
        px[j] += p[j * n + l] * x[l];
      }
    }
    double denominator = 1 + dot(px, x);
    for (int j = 0; j < n; j++) {
      for (int l = 0; l < n; l++) {
        p[j * n + l] -= px[j] * px[l] / denominator;
      }
    }
    for (int j = 0; j < n; j++) {
      px[j] /= denominator;
    }
    return px;
  }

  private double[] withConstant(double[] x) {
    double[] row = new double[features + 1];
    System.arraycopy(x, 0, row, 0, features);
    row[features] = 1;
    return row;
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int j = 0; j < a.length; j++) {
      sum += a[j] * b[j];
    }
    return sum;
  }
}
