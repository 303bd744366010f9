package org.filbert.train.rows;

import java.util.Arrays;
import org.filbert.data.Instance;
import org.filbert.data.RefusedException;
import org.filbert.data.Role;
import org.filbert.data.Target;
import org.filbert.linalg.PowerOfTwo;
import org.filbert.shard.ShardState;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;
import org.filbert.workers.Workers;

/** Σ((y - c)·factor)² of every column of training targets, and their range. */
public record TargetSpread(double[] centres, double[] factors)
    implements Task<TargetSpread.Answer> {
  /** One worker's part, or the merged whole. */
  record Answer(double[] squares, double[] least, double[] most) {
    private Answer merge(Answer other) {
      double[] sums = new double[squares.length];
      double[] minima = new double[squares.length];
      double[] maxima = new double[squares.length];
      Arrays.setAll(sums, j -> squares[j] + other.squares[j]);
      Arrays.setAll(minima, j -> Math.min(least[j], other.least[j]));
      Arrays.setAll(maxima, j -> Math.max(most[j], other.most[j]));
      return new Answer(sums, minima, maxima);
    }

    private double farthest(int j, double centre) {
      return Math.max(Math.abs(least[j] - centre), Math.abs(most[j] - centre));
    }
  }

  /**
   * The root mean square of y - c of every column; 1 if all its targets are the same. Squares that
   * may leave the range of double are summed with factors that bring the largest near 1.
   */
  public static double[] scales(double[] centres, double rows, Workers workers) {
    double[] factors = new double[centres.length];
    Arrays.fill(factors, 1);
    Answer answer = ask(centres, factors, workers);
    if (!Arrays.stream(answer.squares).allMatch(sum -> sum > 1e-200 && sum < 1e200)) {
      for (int j = 0; j < factors.length; j++) {
        factors[j] = PowerOfTwo.toOne(requireFinite(answer.farthest(j, centres[j]), j));
      }
      answer = ask(centres, factors, workers);
    }
    double[] scales = new double[factors.length];
    for (int j = 0; j < scales.length; j++) {
      boolean constant = answer.least[j] == answer.most[j];
      scales[j] = constant ? 1 : Math.sqrt(answer.squares[j] / rows) / factors[j];
    }
    return scales;
  }

  private static double requireFinite(double distance, int column) {
    if (!Double.isFinite(distance)) {
      throw new RefusedException(
          "the targets of column %s reach beyond the range of numbers: their largest distance from the mean is %s"
              .formatted(column + 1, distance));
    }
    return distance;
  }

  private static Answer ask(double[] centres, double[] factors, Workers workers) {
    return workers.gather(new TargetSpread(centres, factors)).stream()
        .reduce(Answer::merge)
        .orElseThrow();
  }

  @Override
  public Answer run(Worker worker) {
    double[] squares = new double[centres.length];
    double[] least = new double[centres.length];
    double[] most = new double[centres.length];
    Arrays.fill(least, Double.POSITIVE_INFINITY);
    Arrays.fill(most, Double.NEGATIVE_INFINITY);
    double[] weights = ShardState.givenWeights(worker);
    int row = 0;
    for (Instance instance : worker.get(ShardState.INSTANCES)) {
      if (instance instanceof Instance.Example example
          && example.role() == Role.TRAIN
          && example.target() instanceof Target.Values target) {
        double weight = weights == null ? 1 : weights[row++];
        for (int j = 0; j < centres.length; j++) {
          double y = target.values()[j];
          double difference = (y - centres[j]) * factors[j];
          squares[j] += weight * (difference * difference);
          least[j] = Math.min(least[j], y);
          most[j] = Math.max(most[j], y);
        }
      }
    }
    return new Answer(squares, least, most);
  }
}
