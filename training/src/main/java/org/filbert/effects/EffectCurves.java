package org.filbert.effects;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.filbert.data.Features;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Matrix;
import org.filbert.model.LearnedMetric;
import org.filbert.model.RowScorer;
import org.filbert.model.TrainedModel;
import org.jspecify.annotations.Nullable;

/** Makes effects by scoring records with replaced values. */
final class EffectCurves implements AutoCloseable {
  private static final double OUTER = 0.1;

  /** Values of the features of a batch of rows: 32 MiB. */
  private static final int BATCH_VALUES = 1 << 22;

  private final TrainedModel model;
  private final Answers answers;
  private final RowScorer scorer;
  private final double @Nullable [] diagonal;

  EffectCurves(TrainedModel model, Answers answers, Backend backend) {
    this.model = model;
    this.answers = answers;
    this.scorer = model.model().scorer(backend);
    this.diagonal =
        model.preprocessing() instanceof LearnedMetric metric ? metric.diagonal() : null;
  }

  /**
   * The effect of an input on the answers to some records.
   *
   * @param most values; of more, as many are taken evenly
   */
  Effect of(VariedInput input, List<Features> records, int most) {
    List<VariedInput.Level> levels = thinned(input.levels(records), most);
    double[][][] answered = answered(levels, records);
    return new Effect(
        input.name(),
        diagonal == null ? null : (Double) share(diagonal, input),
        input.kind(),
        levels.stream().map(VariedInput.Level::value).toList(),
        IntStream.range(0, answers.names().size())
            .mapToObj(output -> curve(output, answered))
            .toList());
  }

  /** The share of an input in the trace of a metric. */
  static double share(double[] diagonal, VariedInput input) {
    return Arrays.stream(diagonal, input.from(), input.to()).sum() / Arrays.stream(diagonal).sum();
  }

  private static List<VariedInput.Level> thinned(List<VariedInput.Level> levels, int most) {
    int last = levels.size() - 1;
    return last < most
        ? levels
        : IntStream.range(0, most)
            .mapToObj(i -> levels.get((int) Math.round((double) i * last / (most - 1))))
            .toList();
  }

  /** The answers by value, output and record. */
  private double[][][] answered(List<VariedInput.Level> levels, List<Features> records) {
    int m = records.size();
    double[][][] answered = new double[levels.size()][answers.names().size()][m];
    int batch = Math.max(1, BATCH_VALUES / m / model.preprocessing().features());
    for (int from = 0; from < levels.size(); from += batch) {
      int to = Math.min(from + batch, levels.size());
      List<Features> replaced = new ArrayList<>((to - from) * m);
      for (VariedInput.Level level : levels.subList(from, to)) {
        records.forEach(record -> replaced.add(level.replaced().apply(record)));
      }
      try (Matrix scores = model.scores(model.preprocessing().apply(replaced), scorer)) {
        for (int i = 0; i < scores.rows(); i++) {
          double[] ofRecord = answers.of(scores.row(i));
          for (int output = 0; output < ofRecord.length; output++) {
            answered[from + i / m][output][i % m] = ofRecord[output];
          }
        }
      }
    }
    return answered;
  }

  private Effect.Curve curve(int output, double[][][] answered) {
    int values = answered.length;
    double[] mean = new double[values];
    Arrays.setAll(mean, v -> mean(answered[v][output]));
    double level = mean(mean);
    int records = answered[0][output].length;
    double[][] centred = new double[values][records];
    for (int i = 0; i < records; i++) {
      int record = i;
      double own = mean(Arrays.stream(answered).mapToDouble(of -> of[output][record]).toArray());
      for (int v = 0; v < values; v++) {
        centred[v][i] = answered[v][output][i] - own + level;
      }
    }
    double[] low = new double[values];
    double[] high = new double[values];
    for (int v = 0; v < values; v++) {
      Arrays.sort(centred[v]);
      low[v] = answers.within(NumberGrid.quantile(centred[v], OUTER));
      high[v] = answers.within(NumberGrid.quantile(centred[v], 1 - OUTER));
    }
    return new Effect.Curve(answers.names().get(output), mean, low, high);
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElse(Double.NaN);
  }

  @Override
  public void close() {
    scorer.close();
  }
}
