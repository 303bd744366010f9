package org.filbert.train.internal.choice;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.filbert.data.Instance;
import org.filbert.data.Outputs;
import org.filbert.data.Rows;
import org.filbert.data.Target;
import org.filbert.data.TargetTransform;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.model.RowEncoder;
import org.filbert.selection.Selection;
import org.filbert.shard.ShardState;
import org.filbert.train.rows.MedianDistance;
import org.filbert.train.rows.RawSample;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;
import org.filbert.workers.Workers;

/**
 * Chooses between numbers as targets and their logarithms: by the root mean squared error, in the
 * numbers' own units, of the best of some kernels when {@value #JUDGED} rows are left out one at a
 * time. Logarithms are considered if all targets are above 0 and most are spread by a factor of
 * {@value #SPREAD}.
 *
 * @param questions what is chosen from, for the given rows
 */
public record LogarithmChoice(
    Function<Rows, Selection.Question> questions, long seed, Workers workers) {
  private static final int JUDGED = 500;

  /** Ratio of the targets that one of twenty exceeds and falls short of. */
  private static final double SPREAD = 4;

  /** Numbers as they are stay unless the error becomes smaller than by this factor. */
  private static final double BETTER = 0.97;

  /**
   * Whether logarithms are better, in a remark; empty if they are not considered.
   *
   * @param better whether they are
   */
  record Chosen(boolean better, Optional<String> remark) {
    private static final Chosen NOT_CONSIDERED = new Chosen(false, Optional.empty());
  }

  /** Chooses. */
  Chosen of(RowEncoder encoder, Outputs outputs, long count) {
    if (!(outputs instanceof Outputs.Targets)
        || workers.gather(new LeastTarget()).stream().anyMatch(least -> !(least > 0))) {
      return Chosen.NOT_CONSIDERED;
    }
    RawSample sample = RawSample.draw(workers, JUDGED, count, encoder.features(), seed);
    double[][] y =
        sample.rows().stream()
            .filter(row -> row.target() instanceof Target.Values)
            .map(row -> ((Target.Values) row.target()).values())
            .filter(values -> values.length == outputs.columns())
            .toArray(double[][]::new);
    if (y.length < 2 || y.length < sample.rows().size() || !spread(y)) {
      return Chosen.NOT_CONSIDERED;
    }
    Rows rows = encoder.apply(sample.features());
    if (!MedianDistance.isWidth(MedianDistance.ofFirst(rows, 2))) {
      return Chosen.NOT_CONSIDERED;
    }
    double plain = error(rows, y, TargetTransform.NONE);
    double logarithms = error(rows, y, TargetTransform.LOG);
    boolean better = logarithms < BETTER * plain;
    return new Chosen(
        better,
        Optional.of(
            String.format(
                Locale.ROOT,
                "targets %s: RMSE %.4g by left-out rows, %.4g %s logarithms",
                better ? "are learned by their logarithms" : "are learned as they are",
                better ? logarithms : plain,
                better ? plain : logarithms,
                better ? "without" : "with")));
  }

  private static boolean spread(double[][] y) {
    return IntStream.range(0, y[0].length)
        .allMatch(
            j -> {
              double[] sorted = Arrays.stream(y).mapToDouble(row -> row[j]).sorted().toArray();
              int few = sorted.length / 20;
              return sorted[sorted.length - 1 - few] > SPREAD * sorted[few];
            });
  }

  private double error(Rows rows, double[][] y, TargetTransform transform) {
    int k = y[0].length;
    double[] means = new double[k];
    double[] scales = new double[k];
    double[][] learned =
        Arrays.stream(y)
            .map(row -> Arrays.stream(row).map(transform::learned).toArray())
            .toArray(double[][]::new);
    for (int c = 0; c < k; c++) {
      int column = c;
      means[c] = Arrays.stream(learned).mapToDouble(row -> row[column]).average().orElseThrow();
      double square =
          Arrays.stream(learned)
              .mapToDouble(row -> (row[column] - means[column]) * (row[column] - means[column]))
              .average()
              .orElseThrow();
      scales[c] = Math.sqrt(square);
    }
    Outputs.Targets targets = new Outputs.Targets(means, scales, transform);
    double[] scores =
        Arrays.stream(learned).flatMapToDouble(row -> Arrays.stream(targets.scores(row))).toArray();
    try (Matrix matrix = Matrix.of(Precision.DOUBLE, y.length, k, scores)) {
      return Selection.best(questions.apply(rows), rows, matrix, targets, workers).error(targets);
    }
  }

  /** The least number among the targets of all roles of the shard; infinite if there is none. */
  record LeastTarget() implements Task<Double> {
    @Override
    public Double run(Worker worker) {
      return worker.get(ShardState.INSTANCES).stream()
          .filter(Instance.Example.class::isInstance)
          .map(instance -> ((Instance.Example) instance).target())
          .filter(Target.Values.class::isInstance)
          .flatMapToDouble(target -> Arrays.stream(((Target.Values) target).values()))
          .min()
          .orElse(Double.POSITIVE_INFINITY);
    }
  }
}
