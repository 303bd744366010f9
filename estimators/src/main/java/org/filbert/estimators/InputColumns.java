package org.filbert.estimators;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.filbert.table.DatePart;
import org.filbert.table.NumberNotation;
import org.filbert.text.Analysis;
import org.filbert.text.Weights;
import org.filbert.train.columns.ColumnKind;
import org.filbert.train.columns.DateNotation;
import org.filbert.train.columns.Fill;
import org.filbert.train.columns.TableOptions;
import org.filbert.train.columns.TextOptions;
import org.jspecify.annotations.Nullable;

/** The columns of a table that parameters name, as a training takes them. */
final class InputColumns {
  private static final String TYPE = "type";

  /** Values that keys have unless others are given, as in configurations. */
  private static final Map<String, Map<String, String>> DEFAULTS =
      Map.of(
          "number",
          Map.of(
              "notation", "plain",
              "missing", "mean",
              "indicator", "false",
              "standardise", "true"),
          "category",
          Map.of("missing", "zero", "indicator", "false", "maxCategories", "256"),
          "date",
          Map.of(
              "notation", "iso",
              "missing", "zero",
              "indicator", "false",
              "parts", "year,month,weekday,hour",
              "cycles", "true"),
          "text",
          Map.of("nGrams", "3", "stem", "true", "stopWords", "true", "weights", "tf-idf"));

  private InputColumns() {}

  /** Keys of a column of numbers. */
  record NumberKeys(NumberNotation notation, Fill missing, boolean indicator, boolean standardise) {
    ColumnKind kind() {
      return new ColumnKind.Numbers(notation, missing, indicator, standardise);
    }
  }

  /** Keys of a column of dates. */
  record DateKeys(
      DateNotation notation,
      Fill missing,
      boolean indicator,
      List<DatePart> parts,
      boolean cycles) {
    ColumnKind kind() {
      return new ColumnKind.Date(notation, missing, indicator, parts, cycles);
    }
  }

  /** Keys of a column of documents. */
  record TextKeys(
      int nGrams,
      boolean stem,
      boolean stopWords,
      Weights weights,
      Optional<Boolean> normalise,
      OptionalInt minDocuments,
      OptionalInt maxNGrams) {
    ColumnKind kind() {
      return new ColumnKind.Text(
          new TextOptions(
              new Analysis(nGrams, stem, stopWords),
              weights,
              normalise.orElse(weights == Weights.TF_IDF),
              new TextOptions.VocabularyLimits(
                  minDocuments.orElse(1), maxNGrams.orElse(Integer.MAX_VALUE)),
              TextOptions.EmptyDocuments.ZEROS));
    }
  }

  /**
   * The columns of an estimator; null if the features are vectors.
   *
   * @throws IllegalArgumentException if a parameter does not fit, or the table lacks a column
   */
  static @Nullable TableOptions of(KernelRidgeParams<?> params, InputTable input) {
    List<String> names = List.of(params.getInputCols());
    String weight = params.getWeightCol();
    if (names.isEmpty()) {
      refuseWithoutColumns("weightCol", weight != null);
      refuseWithoutColumns("columnOptions", params.getColumnOptions().length > 0);
      return null;
    }
    Map<String, Map<String, String>> options = options(params, names);
    List<TableOptions.Column> columns = new ArrayList<>();
    for (String name : names) {
      input.require("inputCols", name);
      if (name.equals(params.getLabelCol())) {
        throw new IllegalArgumentException("inputCols has '%s', which is labelCol".formatted(name));
      }
      columns.add(
          new TableOptions.Column(
              name, kind(name, input.type(name), options.getOrDefault(name, Map.of()))));
    }
    if (weight != null) {
      input.require("weightCol", weight);
      columns.add(new TableOptions.Column(weight, new ColumnKind.Weight()));
    }
    return new TableOptions(columns, List.of(params.getMissingValues()));
  }

  private static void refuseWithoutColumns(String parameter, boolean given) {
    if (given) {
      throw new IllegalArgumentException(
          parameter + " is given, which needs inputCols in place of featuresCol");
    }
  }

  /** The options of each column, by its name. */
  private static Map<String, Map<String, String>> options(
      KernelRidgeParams<?> params, List<String> names) {
    Map<String, Map<String, String>> options = new LinkedHashMap<>();
    for (String option : params.getColumnOptions()) {
      int equals = option.indexOf('=');
      int point = option.lastIndexOf('.', equals);
      String name = point < 0 ? "" : option.substring(0, point);
      if (equals < 0 || !names.contains(name)) {
        throw new IllegalArgumentException(
            "columnOptions has \"%s\", must be COLUMN.KEY=VALUE with a column of inputCols: %s"
                .formatted(option, String.join(", ", names)));
      }
      String key = option.substring(point + 1, equals).strip();
      Map<String, String> own = options.computeIfAbsent(name, absent -> new LinkedHashMap<>());
      if (own.put(key, option.substring(equals + 1).strip()) != null) {
        throw new IllegalArgumentException(
            "columnOptions has \"%s\", %s was given before".formatted(option, key));
      }
    }
    return options;
  }

  private static ColumnKind kind(String name, LogicalType type, Map<String, String> options) {
    Map<String, String> values = new LinkedHashMap<>(options);
    String given = values.remove(TYPE);
    String word = given == null ? word(name, type) : given;
    Map<String, String> defaults = DEFAULTS.get(word);
    if (defaults == null) {
      throw new IllegalArgumentException(
          "column '%s': type is \"%s\", allowed are number, category, date, text"
              .formatted(name, word));
    }
    defaults.forEach(values::putIfAbsent);
    String what = "column '" + name + "' of type " + word;
    return switch (word) {
      case "number" -> RecordBinder.bind(what, NumberKeys.class, values).kind();
      case "category" -> RecordBinder.bind(what, ColumnKind.Category.class, values);
      case "date" -> RecordBinder.bind(what, DateKeys.class, values).kind();
      default -> RecordBinder.bind(what, TextKeys.class, values).kind();
    };
  }

  /** What a column of an SQL type is, unless its options say something else. */
  private static String word(String name, LogicalType type) {
    if (type.is(LogicalTypeFamily.NUMERIC)) {
      return "number";
    }
    if (type.is(LogicalTypeFamily.CHARACTER_STRING) || type.is(LogicalTypeRoot.BOOLEAN)) {
      return "category";
    }
    if (type.is(LogicalTypeRoot.DATE) || type.is(LogicalTypeFamily.TIMESTAMP)) {
      return "date";
    }
    throw new IllegalArgumentException(
        "inputCols has '%s' of the type %s, must be numbers, STRING, BOOLEAN, DATE or TIMESTAMP"
            .formatted(name, type.asSummaryString()));
  }
}
