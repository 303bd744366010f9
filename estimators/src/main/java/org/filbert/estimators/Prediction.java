package org.filbert.estimators;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.ml.linalg.DenseVector;
import org.apache.flink.ml.linalg.typeinfo.DenseVectorSerializer;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.types.DataType;
import org.apache.flink.types.Row;
import org.filbert.model.Margins;
import org.filbert.model.Outputs;
import org.filbert.model.TrainedModel;
import org.jspecify.annotations.Nullable;

/** Values that a model adds to a row. */
sealed interface Prediction extends Serializable {
  /** Types of the new columns. */
  List<DataType> types();

  /** The columns for one row's k scores. */
  Row of(TrainedModel model, double[] scores);

  /**
   * The class by its text, and the scores of all classes; two classes have opposite scores.
   *
   * @param probabilities whether the probabilities of all classes follow
   */
  record OfClass(boolean probabilities) implements Prediction {
    @Override
    public List<DataType> types() {
      List<DataType> types = new ArrayList<>(List.of(DataTypes.STRING(), vectors()));
      if (probabilities) {
        types.add(vectors());
      }
      return types;
    }

    @Override
    public Row of(TrainedModel model, double[] scores) {
      Outputs.Classes classes = (Outputs.Classes) model.outputs();
      int winner = Outputs.Classes.winner(scores, 0, scores.length);
      double[] perClass = scores.length == 1 ? new double[] {-scores[0], scores[0]} : scores;
      Row row = Row.of(classes.names().get(winner), new DenseVector(perClass));
      return probabilities
          ? Row.join(row, Row.of(new DenseVector(model.requireProbabilities().of(scores))))
          : row;
    }
  }

  /**
   * A number in the units of the labels.
   *
   * @param coverage of the interval that follows; null for none
   */
  record OfNumber(@Nullable Double coverage) implements Prediction {
    @Override
    public List<DataType> types() {
      return coverage == null
          ? List.of(DataTypes.DOUBLE())
          : List.of(DataTypes.DOUBLE(), vectors());
    }

    @Override
    public Row of(TrainedModel model, double[] scores) {
      if (coverage == null) {
        return Row.of(scores[0]);
      }
      Margins margins = model.margins(coverage);
      double[] ends = {margins.lower(scores[0], 0), margins.upper(scores[0], 0)};
      return Row.of(scores[0], new DenseVector(ends));
    }
  }

  private static DataType vectors() {
    return DataTypes.RAW(DenseVector.class, new DenseVectorSerializer());
  }
}
