package org.filbert.sql;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.utils.LogicalTypeCasts;
import org.filbert.model.Margins;
import org.filbert.model.Outputs;
import org.filbert.model.TrainedModel;
import org.filbert.store.ModelVersion;
import org.jspecify.annotations.Nullable;

/** What a model says of a row. */
enum OutputValue {
  /** The class, or the number; of several targets, all numbers. */
  PREDICTION {
    @Override
    DataType type(TrainedModel model) {
      if (model.outputs() instanceof Outputs.Classes) {
        return DataTypes.STRING();
      }
      return model.outputs().columns() == 1
          ? DataTypes.DOUBLE()
          : DataTypes.ARRAY(DataTypes.DOUBLE());
    }

    @Override
    Object of(Answer answer) {
      if (answer.model().outputs() instanceof Outputs.Classes classes) {
        double[] scores = answer.scores();
        return StringData.fromString(
            classes.names().get(Outputs.Classes.winner(scores, 0, scores.length)));
      }
      return answer.scores().length == 1
          ? answer.scores()[0]
          : new GenericArrayData(answer.scores());
    }
  },
  /** The k scores: of each class, one of two classes, or the numbers. */
  SCORES {
    @Override
    DataType type(TrainedModel model) {
      return DataTypes.ARRAY(DataTypes.DOUBLE());
    }

    @Override
    Object of(Answer answer) {
      return new GenericArrayData(answer.scores());
    }
  },
  /** The probability of the predicted class. */
  PROBABILITY {
    @Override
    DataType type(TrainedModel model) {
      model.requireProbabilities();
      return DataTypes.DOUBLE();
    }

    @Override
    Object of(Answer answer) {
      double[] scores = answer.scores();
      return answer
          .model()
          .requireProbabilities()
          .of(scores)[Outputs.Classes.winner(scores, 0, scores.length)];
    }
  },
  /** The probabilities of all classes by name. */
  PROBABILITIES {
    @Override
    DataType type(TrainedModel model) {
      model.requireProbabilities();
      return DataTypes.MAP(DataTypes.STRING(), DataTypes.DOUBLE());
    }

    @Override
    Object of(Answer answer) {
      List<String> names = ((Outputs.Classes) answer.model().outputs()).names();
      double[] p = answer.model().requireProbabilities().of(answer.scores());
      Map<StringData, Double> byName = new LinkedHashMap<>();
      for (int j = 0; j < p.length; j++) {
        byName.put(StringData.fromString(names.get(j)), p[j]);
      }
      return new GenericMapData(byName);
    }
  },
  /** Lower end of the interval of a number. */
  LOWER {
    @Override
    DataType type(TrainedModel model) {
      return ofOneNumber(model, this);
    }

    @Override
    Object of(Answer answer) {
      return answer.margins().lower(answer.scores()[0], 0);
    }
  },
  /** Upper end of the interval of a number. */
  UPPER {
    @Override
    DataType type(TrainedModel model) {
      return ofOneNumber(model, this);
    }

    @Override
    Object of(Answer answer) {
      return answer.margins().upper(answer.scores()[0], 0);
    }
  },
  /** Number of the version of the model. */
  MODEL_VERSION {
    @Override
    DataType type(TrainedModel model) {
      return DataTypes.INT();
    }

    @Override
    Object of(Answer answer) {
      return answer.version().number();
    }
  };

  /**
   * A scored row.
   *
   * @param margins of the interval around a number; none unless a column has one of its ends
   */
  record Answer(TrainedModel model, ModelVersion version, double[] scores, Margins margins) {}

  /** The type for a model; refuses models that do not have this value. */
  abstract DataType type(TrainedModel model);

  /** The value in SQL's own data. */
  abstract Object of(Answer answer);

  /** Compares a column with a model. */
  void check(OutputColumn column, TrainedModel model, double level) {
    LogicalType type;
    try {
      type = type(model).getLogicalType();
      if (this == LOWER || this == UPPER) {
        model.margins(level);
      }
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "OUTPUT column " + column.name() + ": " + e.getMessage(), e);
    }
    if (!LogicalTypeCasts.supportsAvoidingCast(type.copy(false), column.type().copy(true))) {
      throw new IllegalArgumentException(
          "OUTPUT column %s is %s, must be %s"
              .formatted(column.name(), column.type().asSummaryString(), type.asSummaryString()));
    }
  }

  private static DataType ofOneNumber(TrainedModel model, OutputValue value) {
    model.requireIntervals();
    if (model.outputs().columns() > 1) {
      throw new IllegalArgumentException(
          "the model predicts %s numbers, %s needs a model of one"
              .formatted(model.outputs().columns(), value.columnName()));
    }
    return DataTypes.DOUBLE();
  }

  /** Name of the column of this value. */
  String columnName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The value with a name; null if there is none. */
  static @Nullable OutputValue named(String name) {
    return Arrays.stream(values())
        .filter(value -> value.columnName().equalsIgnoreCase(name))
        .findFirst()
        .orElse(null);
  }

  static String names() {
    return Arrays.stream(values()).map(OutputValue::columnName).collect(Collectors.joining(", "));
  }
}
