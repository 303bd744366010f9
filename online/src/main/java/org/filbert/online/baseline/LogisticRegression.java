package org.filbert.online.baseline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.filbert.data.ClassNames;
import org.filbert.data.Target;
import org.filbert.loss.SoftmaxLoss;
import org.jspecify.annotations.Nullable;

/**
 * Multinomial logistic regression on the features as they are and a constant, by stochastic
 * gradients with AdaGrad steps [1]: w ← w - η g / √(Σ g²), entry by entry. Classes join as they
 * come.
 *
 * <p>[1] Duchi, Hazan, Singer. Adaptive subgradient methods for online learning and stochastic
 * optimization. JMLR 12, 2011.
 *
 * @param rate η
 * @param classes in the order in which they came
 * @param weights d + 1 for each class
 * @param squares Σ g² of each weight
 */
public record LogisticRegression(
    double rate, List<String> classes, List<double[]> weights, List<double[]> squares)
    implements Baseline {
  private static final double SMALLEST = 1e-8;

  public LogisticRegression(double rate) {
    this(rate, List.of(), List.of(), List.of());
    if (!(rate > 0 && Double.isFinite(rate))) {
      throw new IllegalArgumentException("rate is " + rate + ", must be a number above 0");
    }
  }

  @Override
  public String name() {
    return "logistic-regression";
  }

  @Override
  public Learned learn(double[][] x, List<@Nullable Target> targets) {
    List<String> known = new ArrayList<>(classes);
    List<double[]> w = new ArrayList<>();
    List<double[]> sums = new ArrayList<>();
    weights.forEach(row -> w.add(row.clone()));
    squares.forEach(row -> sums.add(row.clone()));
    List<@Nullable Target> predicted = new ArrayList<>();
    for (int i = 0; i < x.length; i++) {
      double[] scores = scores(w, x[i]);
      predicted.add(known.isEmpty() ? null : new Target.ClassName(known.get(highest(scores))));
      if (targets.get(i) instanceof Target.ClassName found) {
        if (!new ClassNames(known).contains(found.name())) {
          known.add(found.name());
          w.add(new double[x[i].length + 1]);
          sums.add(new double[x[i].length + 1]);
          scores = scores(w, x[i]);
        }
        if (known.size() > 1) {
          descend(w, sums, x[i], gradient(scores, new ClassNames(known).indexOf(found.name())));
        }
      }
    }
    return new Learned(new LogisticRegression(rate, known, w, sums), predicted);
  }

  private static double[] scores(List<double[]> weights, double[] x) {
    double[] scores = new double[weights.size()];
    for (int c = 0; c < scores.length; c++) {
      double[] w = weights.get(c);
      double sum = w[x.length];
      for (int j = 0; j < x.length; j++) {
        sum += w[j] * x[j];
      }
      scores[c] = sum;
    }
    return scores;
  }

  private static int highest(double[] scores) {
    int best = 0;
    for (int c = 1; c < scores.length; c++) {
      best = scores[c] > scores[best] ? c : best;
    }
    return best;
  }

  private static double[] gradient(double[] scores, int label) {
    double[] targets = new double[scores.length];
    Arrays.fill(targets, -1);
    targets[label] = 1;
    return new SoftmaxLoss().gradient(scores, targets);
  }

  private void descend(List<double[]> weights, List<double[]> sums, double[] x, double[] gradient) {
    for (int c = 0; c < gradient.length; c++) {
      double[] w = weights.get(c);
      double[] sum = sums.get(c);
      for (int j = 0; j < w.length; j++) {
        double g = gradient[c] * (j < x.length ? x[j] : 1);
        sum[j] += g * g;
        w[j] -= rate * g / Math.sqrt(sum[j] + SMALLEST);
      }
    }
  }
}
