package org.filbert.train.rows;

import java.util.Arrays;
import java.util.List;
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

  /** Sets the weights of the encoded training rows. */
  default void apply(Outputs outputs, Workers workers) {
    if (this instanceof Equal) {
      return;
    }
    if (!(outputs instanceof Outputs.Classes classes)) {
      throw new RefusedException("class weights need classes, found numbers as targets");
    }
    workers.gather(
        new Weigh(
            this instanceof Given given
                ? named(classes.names(), given.weights())
                : balanced(classes.names().size(), workers)));
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

  private static double[] balanced(int classes, Workers workers) {
    List<double[]> shards = workers.gather(new Count(classes));
    double[] counts =
        IntStream.range(0, classes)
            .mapToDouble(j -> shards.stream().mapToDouble(shard -> shard[j]).sum())
            .toArray();
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
