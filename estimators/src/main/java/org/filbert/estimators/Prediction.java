package org.filbert.estimators;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.ml.linalg.DenseVector;
import org.apache.flink.ml.linalg.typeinfo.DenseVectorSerializer;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.types.DataType;
import org.apache.flink.types.Row;
import org.filbert.calibration.Margins;
import org.filbert.operators.scoring.ScoredRow;
import org.jspecify.annotations.Nullable;

/** Values that a model adds to a row. */
sealed interface Prediction extends Serializable {
  /** Types of the new columns. */
  List<DataType> types();

  /** The columns for one row. */
  Row of(ScoredRow scored);

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
    public Row of(ScoredRow scored) {
      double[] scores = scored.scores();
      double[] perClass = scores.length == 1 ? new double[] {-scores[0], scores[0]} : scores;
      Row row = Row.of(scored.className(), new DenseVector(perClass));
      return probabilities ? Row.join(row, Row.of(new DenseVector(scored.probabilities()))) : row;
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
    public Row of(ScoredRow scored) {
      double number = scored.value();
      if (coverage == null) {
        return Row.of(number);
      }
      Margins margins = scored.margins(coverage);
      double[] ends = {margins.lower(number, 0), margins.upper(number, 0)};
      return Row.of(number, new DenseVector(ends));
    }
  }

  private static DataType vectors() {
    return DataTypes.RAW(DenseVector.class, new DenseVectorSerializer());
  }
}
