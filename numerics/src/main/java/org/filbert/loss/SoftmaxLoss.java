package org.filbert.loss;

import java.util.Arrays;
import java.util.Optional;
import org.filbert.calibration.Probabilities;
import org.filbert.calibration.Sigmoid;
import org.filbert.calibration.Softmax;
import org.filbert.data.Outputs.Classes;

/**
 * ℓ(f, y) = log Σ_j exp(f_j) - f_c, the multinomial logistic loss, where c is the column whose
 * target is +1. At least two columns: with one, {@link LogisticLoss} is meant.
 */
public record SoftmaxLoss() implements Loss {
  /** Of a single column, which stands for half the difference of two. */
  private static final Sigmoid HALF_DIFFERENCE = new Sigmoid(-2, 0);

  @Override
  public double value(double[] scores, double[] targets) {
    double max = Arrays.stream(scores).max().orElseThrow();
    double sum = 0;
    for (double score : scores) {
      sum += Math.exp(score - max);
    }
    return max - scores[label(targets)] + Math.log(sum);
  }

  @Override
  public double[] gradient(double[] scores, double[] targets) {
    double max = Arrays.stream(scores).max().orElseThrow();
    double[] gradient = Arrays.stream(scores).map(score -> Math.exp(score - max)).toArray();
    double sum = Arrays.stream(gradient).sum();
    for (int j = 0; j < gradient.length; j++) {
      gradient[j] /= sum;
    }
    gradient[label(targets)] -= 1;
    return gradient;
  }

  @Override
  public double gradientBound(int columns) {
    return Math.sqrt(2);
  }

  @Override
  public Optional<Probabilities> probabilities(int columns) {
    return Optional.of(columns == 1 ? HALF_DIFFERENCE : Softmax.ONE);
  }

  private static int label(double[] targets) {
    if (targets.length < 2) {
      throw new IllegalArgumentException("softmax needs at least 2 columns, found 1");
    }
    return Classes.winner(targets, 0, targets.length);
  }
}
