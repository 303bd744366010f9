package org.filbert.model;

import java.util.List;
import org.filbert.data.Features;
import org.filbert.data.Rows;
import org.filbert.data.SparseRows;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Matrix;

/** A model with everything that its use needs: raw records in, scores in the user's terms out. */
public record TrainedModel(
    RowEncoder preprocessing, Outputs outputs, Model model, Provenance provenance) {
  public TrainedModel {
    if (model.features() < 1 || model.columns() < 1) {
      throw new IllegalArgumentException(
          "a model of %d features and %d columns, must be 1 or more"
              .formatted(model.features(), model.columns()));
    }
    if (model instanceof KernelExpansion expansion
        && expansion.centres() instanceof SparseRows != preprocessing.sparse()) {
      throw new IllegalArgumentException(
          "a preprocessing to %s rows for centres that are not"
              .formatted(preprocessing.sparse() ? "sparse" : "dense"));
    }
    if (preprocessing.features() != model.features() || outputs.columns() != model.columns()) {
      throw new IllegalArgumentException(
          "a model of %d features and %d columns with preprocessing of %d features and outputs of %d columns"
              .formatted(
                  model.features(), model.columns(), preprocessing.features(), outputs.columns()));
    }
  }

  /** Scores of raw records, m×k; for regression in the units of the training targets. */
  public Matrix scores(List<Features> records, Backend backend) {
    return scores(preprocessing.apply(records), backend);
  }

  /** Scores of preprocessed records, in the same terms. */
  public Matrix scores(Rows rows, Backend backend) {
    Matrix scores = model.scores(rows, backend);
    if (outputs instanceof Outputs.Targets targets) {
      double[] values = scores.toArray();
      int k = scores.cols();
      for (int i = 0; i < values.length; i++) {
        values[i] += targets.means()[i % k];
      }
      scores.write(0, scores.rows(), values);
    }
    return scores;
  }
}
