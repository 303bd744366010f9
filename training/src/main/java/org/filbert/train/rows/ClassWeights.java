package org.filbert.train.rows;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.filbert.data.ClassNames;
import org.filbert.data.Outputs;
import org.filbert.data.RefusedException;
import org.filbert.shard.ShardState;
import org.filbert.workers.Action;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;
import org.filbert.workers.Workers;

/** Weights of the classes' training rows in the loss; see {@link ShardState#weights}. */
public sealed interface ClassWeights {
  /** The largest ratio of two weights. */
  double LARGEST_RATIO = 1e9;

  /** Weight 1 for every row. */
  record Equal() implements ClassWeights {}

  /** n / (c·n_j) for a class with n_j of the n rows, of c classes: all classes count alike. */
  record Balanced() implements ClassWeights {}

  /**
   * Equal weights, unless one of two classes has less than a tenth of the rows: then a row has the
   * weight (n / 2·n_j)^½. The {@link org.filbert.selection.Selection} finds targets with which the
   * scores are 0 where both classes are as likely.
   */
  record Automatic() implements ClassWeights {
    private static final double RARE = 0.1;

    private static List<String> apply(List<String> names, Workers workers) {
      double[] counts = counts(2, workers);
      double rows = counts[0] + counts[1];
      int rare = counts[0] < counts[1] ? 0 : 1;
      if (counts[rare] >= RARE * rows) {
        return List.of();
      }
      double[] weights =
          Arrays.stream(counts).map(count -> Math.sqrt(rows / (2 * count))).toArray();
      workers.gather(new Weigh(weights));
      return List.of(
          String.format(
              Locale.ROOT,
              "class %s has %,.0f of %,.0f rows: one of them counts as %.1f others in what is"
                  + " learned (objective.classWeights: auto)",
              names.get(rare),
              counts[rare],
              rows,
              weights[rare] / weights[1 - rare]));
    }
  }

  /** A number above 0 for each class that is named, and 1 for all others. */
  record Given(Map<String, Double> weights) implements ClassWeights {
    public Given {
      weights = Map.copyOf(weights);
      weights.forEach(
          (name, weight) -> {
            if (!(weight > 0) || Double.isInfinite(weight)) {
              throw new IllegalArgumentException(
                  "the weight of class \"%s\" is %s, must be a number above 0"
                      .formatted(name, weight));
            }
          });
    }
  }

  /**
   * Sets the weights of the encoded training rows.
   *
   * @return what the user should know of them, a line each
   */
  default List<String> apply(Outputs outputs, Workers workers) {
    if (this instanceof Equal) {
      return List.of();
    }
    if (!(outputs instanceof Outputs.Classes classes)) {
      throw new RefusedException("class weights need classes, found numbers as targets");
    }
    if (this instanceof Automatic) {
      return classes.names().size() == 2 ? Automatic.apply(classes.names(), workers) : List.of();
    }
    workers.gather(
        new Weigh(
            this instanceof Given given
                ? named(classes.names(), given.weights())
                : balanced(classes.names().size(), workers)));
    return List.of();
  }

  private static double[] named(List<String> names, Map<String, Double> weights) {
    double[] byClass = new double[names.size()];
    Arrays.fill(byClass, 1);
    ClassNames known = new ClassNames(names);
    weights.forEach(
        (name, weight) -> {
          int label = known.indexOf(name);
          if (label < 0) {
            throw new RefusedException(
                "found a weight for class \"" + name + "\", training has only " + known);
          }
          byClass[label] = weight;
        });
    double least = Arrays.stream(byClass).min().orElseThrow();
    double most = Arrays.stream(byClass).max().orElseThrow();
    if (most / LARGEST_RATIO > least) {
      throw new RefusedException(
          "class weights go from %s to %s (1 for classes without one), allowed a ratio of at most %s: the lighter class would be lost in rounding"
              .formatted(least, most, LARGEST_RATIO));
    }
    return byClass;
  }

  private static double[] counts(int classes, Workers workers) {
    List<double[]> shards = workers.gather(new Count(classes));
    return IntStream.range(0, classes)
        .mapToDouble(j -> shards.stream().mapToDouble(shard -> shard[j]).sum())
        .toArray();
  }

  private static double[] balanced(int classes, Workers workers) {
    double[] counts = counts(classes, workers);
    double rows = Arrays.stream(counts).sum();
    return Arrays.stream(counts).map(count -> rows / (classes * count)).toArray();
  }

  /** Answers the sums of the shard's weights by class: the numbers of its rows without weights. */
  record Count(int classes) implements Task<double[]> {
    @Override
    public double[] run(Worker worker) {
      double[] counts = new double[classes];
      int[] labels = worker.get(ShardState.TRAIN).labels();
      double[] weights = ShardState.weights(worker);
      for (int i = 0; i < labels.length; i++) {
        counts[labels[i]] += weights[i];
      }
      return counts;
    }
  }

  /** Multiplies the weight of every row by that of its class. */
  record Weigh(double[] weights) implements Action {
    @Override
    public void act(Worker worker) {
      ShardState.multiplyWeights(worker, weights);
    }
  }
}
