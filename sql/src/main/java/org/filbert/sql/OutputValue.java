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
import org.filbert.data.Outputs;
import org.filbert.model.TrainedModel;
import org.filbert.operators.scoring.ScoredRow;
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
    Object of(ScoredRow scored, double level) {
      if (scored.model().outputs() instanceof Outputs.Classes) {
        return StringData.fromString(scored.className());
      }
      return scored.scores().length == 1 ? scored.value() : new GenericArrayData(scored.scores());
    }
  },
  /** The k scores: of each class, one of two classes, or the numbers. */
  SCORES {
    @Override
    DataType type(TrainedModel model) {
      return DataTypes.ARRAY(DataTypes.DOUBLE());
    }

    @Override
    Object of(ScoredRow scored, double level) {
      return new GenericArrayData(scored.scores());
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
    Object of(ScoredRow scored, double level) {
      double[] scores = scored.scores();
      return scored.probabilities()[Outputs.Classes.winner(scores, 0, scores.length)];
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
    Object of(ScoredRow scored, double level) {
      List<String> names = ((Outputs.Classes) scored.model().outputs()).names();
      double[] p = scored.probabilities();
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
    Object of(ScoredRow scored, double level) {
      return scored.margins(level).lower(scored.value(), 0);
    }
  },
  /** Upper end of the interval of a number. */
  UPPER {
    @Override
    DataType type(TrainedModel model) {
      return ofOneNumber(model, this);
    }

    @Override
    Object of(ScoredRow scored, double level) {
      return scored.margins(level).upper(scored.value(), 0);
    }
  },
  /** Number of the version of the model. */
  MODEL_VERSION {
    @Override
    DataType type(TrainedModel model) {
      return DataTypes.INT();
    }

    @Override
    Object of(ScoredRow scored, double level) {
      return scored.version().number();
    }
  };

  /** The type for a model; refuses models that do not have this value. */
  abstract DataType type(TrainedModel model);

  /**
   * The value in SQL's own data.
   *
   * @param level of the interval around a number
   */
  abstract Object of(ScoredRow scored, double level);

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
