package org.filbert.estimators;

import java.util.List;
import org.apache.flink.ml.linalg.DenseVector;
import org.apache.flink.ml.linalg.typeinfo.DenseVectorSerializer;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.types.DataType;
import org.apache.flink.types.Row;
import org.filbert.model.Outputs;

/** Values that a model adds to a row. */
enum Prediction {
  /** The class by its text, and the scores of all classes; two classes have opposite scores. */
  CLASS {
    @Override
    List<DataType> types() {
      return List.of(
          DataTypes.STRING(), DataTypes.RAW(DenseVector.class, new DenseVectorSerializer()));
    }

    @Override
    Row of(Outputs outputs, double[] scores) {
      Outputs.Classes classes = (Outputs.Classes) outputs;
      int winner = Outputs.Classes.winner(scores, 0, scores.length);
      double[] perClass = scores.length == 1 ? new double[] {-scores[0], scores[0]} : scores;
      return Row.of(classes.names().get(winner), new DenseVector(perClass));
    }
  },
  /** A number in the units of the labels. */
  NUMBER {
    @Override
    List<DataType> types() {
      return List.of(DataTypes.DOUBLE());
    }

    @Override
    Row of(Outputs outputs, double[] scores) {
      return Row.of(scores[0]);
    }
  };

  abstract List<DataType> types();

  /** The columns for one row's k scores. */
  abstract Row of(Outputs outputs, double[] scores);
}
