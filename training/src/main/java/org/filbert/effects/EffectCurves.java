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
    double[][][] answered = new double[levels.size()][][];
    Arrays.setAll(answered, v -> answers(levels.get(v), records));
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

  /** The answers by output and record. */
  private double[][] answers(VariedInput.Level level, List<Features> records) {
    List<Features> replaced = new ArrayList<>(records.size());
    records.forEach(record -> replaced.add(level.replaced().apply(record)));
    double[][] byOutput = new double[answers.names().size()][records.size()];
    try (Matrix scores = model.scores(model.preprocessing().apply(replaced), scorer)) {
      for (int i = 0; i < scores.rows(); i++) {
        double[] ofRecord = answers.of(scores.row(i));
        for (int output = 0; output < ofRecord.length; output++) {
          byOutput[output][i] = ofRecord[output];
        }
      }
    }
    return byOutput;
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
