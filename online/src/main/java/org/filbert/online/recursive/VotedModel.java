package org.filbert.online.recursive;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.filbert.features.JoinedFourier;
import org.filbert.features.RandomFourier;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.model.Provenance;
import org.filbert.model.RandomFeatures;
import org.filbert.model.RowEncoder;
import org.filbert.model.TrainedModel;
import org.filbert.workers.Workers;

/** The experts of a stream as one model: the features of all, times the weights of their vote. */
record VotedModel(RecursiveOptions options, RecursiveState state) {
  /** The model; none before anything is learned. */
  Optional<TrainedModel> model(RowEncoder preprocessing, Provenance provenance, Workers workers) {
    FittedRows fitted = state.fitted();
    if (fitted == null) {
      return Optional.empty();
    }
    return state
        .columns()
        .outputs()
        .map(
            outputs ->
                new TrainedModel(
                    fitted.after(preprocessing),
                    outputs,
                    new RandomFeatures(
                        new JoinedFourier(options.maps()),
                        options.precision(),
                        coefficients(workers)),
                    provenance));
  }

  /** The experts' coefficients times their weights, those of one map added, map after map. */
  private Matrix coefficients(Workers workers) {
    NavigableMap<Integer, Matrix> byExpert = new TreeMap<>();
    workers.gather(new RecursiveTasks.Collect()).forEach(byExpert::putAll);
    double[] weights = state.vote().weights(options.rate());
    List<RandomFourier> maps = options.maps();
    Coding coding = new Coding(state.columns());
    List<Matrix> parts = new ArrayList<>();
    for (RandomFourier map : maps) {
      double[] sum = new double[map.outputs() * coding.count()];
      byExpert.forEach(
          (e, w) -> {
            if (options.experts().get(e).map().equals(map)) {
              add(weights[e], w, coding.count(), sum);
            }
          });
      parts.add(Matrix.of(Precision.DOUBLE, map.outputs(), coding.count(), sum));
    }
    return coding.ofModel(Matrix.concat(parts));
  }

  /** sum ← sum + weight·w, for a sum of at least as many columns. */
  private static void add(double weight, Matrix w, int columns, double[] sum) {
    double[] values = w.toArray();
    for (int i = 0; i < values.length; i++) {
      sum[i / w.cols() * columns + i % w.cols()] += weight * values[i];
    }
  }
}
