package org.filbert.estimators;

import java.util.List;
import org.apache.flink.ml.linalg.DenseVector;
import org.apache.flink.ml.linalg.typeinfo.DenseVectorSerializer;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.types.DataType;
import org.apache.flink.types.Row;
import org.filbert.model.Outputs;
import org.filbert.model.TrainedModel;

/** Values that a model adds to a row. */
enum Prediction {
  /** The class by its text, and the scores of all classes; two classes have opposite scores. */
  CLASS {
    @Override
    List<DataType> types() {
      return List.of(DataTypes.STRING(), vectors());
    }

    @Override
    Row of(TrainedModel model, double[] scores) {
      Outputs.Classes classes = (Outputs.Classes) model.outputs();
      int winner = Outputs.Classes.winner(scores, 0, scores.length);
      double[] perClass = scores.length == 1 ? new double[] {-scores[0], scores[0]} : scores;
      return Row.of(classes.names().get(winner), new DenseVector(perClass));
    }
  },
  /** The same, and the probabilities of all classes. */
  CLASS_WITH_PROBABILITIES {
    @Override
    List<DataType> types() {
      return List.of(DataTypes.STRING(), vectors(), vectors());
    }

    @Override
    Row of(TrainedModel model, double[] scores) {
      double[] p = model.requireProbabilities().of(scores);
      return Row.join(CLASS.of(model, scores), Row.of(new DenseVector(p)));
    }
  },
  /** A number in the units of the labels. */
  NUMBER {
    @Override
    List<DataType> types() {
      return List.of(DataTypes.DOUBLE());
    }

    @Override
    Row of(TrainedModel model, double[] scores) {
      return Row.of(scores[0]);
    }
  };

  private static DataType vectors() {
    return DataTypes.RAW(DenseVector.class, new DenseVectorSerializer());
  }

  abstract List<DataType> types();

  /** The columns for one row's k scores. */
  abstract Row of(TrainedModel model, double[] scores);
}
