package org.filbert.shard;

import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.filbert.data.Sample;
import org.filbert.linalg.Matrix;
import org.jspecify.annotations.Nullable;

/**
 * Scores of m rows beside what is true.
 *
 * @param labels index of each row's class, as {@link Sample} has them; empty for regression
 * @param targets m×k targets for regression, as they were learned; empty for classes
 * @param scores m×k by rows
 * @param weights by which the rows count; null if every row counts 1
 */
public record ScoredRows(
    int[] labels, double[] targets, double[] scores, double @Nullable [] weights) {
  private static final int MOST_VALUES = 1 << 22;
  private static final int LEAST_ROWS = 1000;

  public static final ScoredRows NONE =
      new ScoredRows(new int[0], new double[0], new double[0], null);

  /** Rows that each of some workers scores at most, so that all of their scores fit into 32 MB. */
  public static int most(int columns, int workers) {
    return Math.max(LEAST_ROWS, MOST_VALUES / columns) / workers + 1;
  }

  /**
   * The first rows of a sample, which are in random order, at most so many.
   *
   * @param weights of the sample's rows; null if every row counts 1
   */
  public static ScoredRows of(Sample sample, Matrix scores, double @Nullable [] weights, int most) {
    int rows = Math.min(sample.count(), most);
    boolean classes = sample.labels().length > 0;
    return new ScoredRows(
        Arrays.copyOf(sample.labels(), classes ? rows : 0),
        classes ? new double[0] : sample.y().rows(0, rows).toArray(),
        scores.rows(0, rows).toArray(),
        weights == null ? null : Arrays.copyOf(weights, rows));
  }

  /** By how much each row counts. */
  public double[] allWeights() {
    if (weights != null) {
      return weights;
    }
    double[] ones = new double[Math.max(labels.length, targets.length)];
    Arrays.fill(ones, 1);
    return ones;
  }

  /** Validation rows of all workers, then test rows of all workers. */
  public static List<ScoredRows> merged(List<List<ScoredRows>> workers) {
    return IntStream.range(0, workers.get(0).size())
        .mapToObj(s -> concat(workers.stream().map(own -> own.get(s)).toList()))
        .toList();
  }

  /** All rows, one part after the other. */
  public static ScoredRows concat(List<ScoredRows> parts) {
    return new ScoredRows(
        parts.stream().flatMapToInt(part -> IntStream.of(part.labels)).toArray(),
        parts.stream().flatMapToDouble(part -> DoubleStream.of(part.targets)).toArray(),
        parts.stream().flatMapToDouble(part -> DoubleStream.of(part.scores)).toArray(),
        parts.stream().allMatch(part -> part.weights == null)
            ? null
            : parts.stream()
                .flatMapToDouble(
                    part ->
                        part.weights == null ? DoubleStream.empty() : DoubleStream.of(part.weights))
                .toArray());
  }
}
