package org.filbert.connectors.text;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.filbert.connectors.file.DataFormat;
import org.filbert.table.Decimal;
import org.jspecify.annotations.Nullable;

/**
 * Cells between delimiters, quoted as in RFC 4180. A column goes by its name, or by its number from
 * 1. A number without quotes is never a name; as text it is written {@code #1}.
 *
 * @param delimiter One ASCII character. {@code \t} is a tab; a space is any number of spaces and
 *     tabs. Default: {@code ,}
 * @param header Whether the first line has the names of the columns.
 * @param label Column of the label: its name, or its number from 1 without quotes.
 * @param features Columns of the features, in order, by name or number. Default: all columns that
 *     have no other role.
 * @param ignore In place of {@code features}: columns that are no features.
 * @param targets In place of {@code label}, for regression: columns of several numbers to be
 *     predicted.
 * @param text In place of {@code features}: the column of the documents.
 * @param categories Feature columns of a few values each, with the lists of these values.
 * @param decimal The decimal mark of numbers: {@code .} or {@code ,}. Default: {@code .}
 */
public record Csv(
    String delimiter,
    @JsonProperty(defaultValue = "false") boolean header,
    @JsonDeserialize(using = ColumnName.Reading.class) @Nullable String label,
    @JsonDeserialize(contentUsing = ColumnName.Reading.class) List<String> features,
    @JsonDeserialize(contentUsing = ColumnName.Reading.class)
        @JsonInclude(JsonInclude.Include.NON_EMPTY)
        List<String> ignore,
    @JsonDeserialize(contentUsing = ColumnName.Reading.class) List<String> targets,
    @JsonDeserialize(using = ColumnName.Reading.class) @Nullable String text,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) SortedMap<String, List<String>> categories,
    @Nullable String decimal)
    implements DataFormat {
  public Csv {
    delimiter = Objects.requireNonNullElse(delimiter, ",").replace("\\t", "\t");
    label = label == null ? null : called(label, header);
    text = text == null ? null : called(text, header);
    features = called(features, header);
    ignore = called(ignore, header);
    targets = called(targets, header);
    categories = copied(Objects.requireNonNullElse(categories, new TreeMap<>()), header);
    if (delimiter.length() != 1 || delimiter.charAt(0) > 126 || "\"\r\n".contains(delimiter)) {
      throw new IllegalArgumentException(
          "delimiter: found \""
              + delimiter
              + "\", allowed one ASCII character other than a quote or a line break");
    }
    if (label != null) {
      requireColumn("label", label, header);
    }
    if (text != null) {
      requireColumn("text", text, header);
      FieldNames.requireTextAlone(text, label, !features.isEmpty(), "features");
      FieldNames.requireTextAlone(text, label, !ignore.isEmpty(), "ignore");
      FieldNames.requireTextAlone(text, label, !categories.isEmpty(), "categories");
    }
    FieldNames.requireDistinct("features", features);
    for (String feature : features) {
      requireColumn("features", feature, header);
      if (feature.equals(label)) {
        throw new IllegalArgumentException(
            "features: found the label column " + label + ", allowed other columns");
      }
    }
    if (!ignore.isEmpty() && !features.isEmpty()) {
      throw new IllegalArgumentException("ignore: found beside features, allowed one of the two");
    }
    FieldNames.requireDistinct("ignore", ignore);
    requireColumns("ignore", ignore, header);
    FieldNames.requireTargets(targets, label, features);
    requireColumns("targets", targets, header);
    requireColumns("categories", categories.keySet(), header);
    categories.forEach(Csv::requireValues);
    if (decimal != null && !decimal.equals(".") && !decimal.equals(",")) {
      throw new IllegalArgumentException(
          "decimal: found \"" + decimal + "\", allowed \".\" or \",\"");
    }
  }

  /** Records of numbers. */
  public Csv(
      String delimiter,
      boolean header,
      @Nullable String label,
      List<String> features,
      List<String> targets) {
    this(delimiter, header, label, features, List.of(), targets, null, new TreeMap<>(), null);
  }

  /** Records of numbers with one label, or none. */
  public Csv(String delimiter, boolean header, @Nullable String label, List<String> features) {
    this(delimiter, header, label, features, List.of());
  }

  @Override
  public Csv withLabel(@Nullable String column) {
    String label = column == null ? null : ColumnName.typed(column);
    return new Csv(
        delimiter, header, label, features, ignore, List.of(), text, categories, decimal);
  }

  /** The same with these feature columns, and none to ignore; itself if there are none. */
  Csv withFeatures(List<String> columns) {
    return columns.isEmpty()
        ? this
        : new Csv(delimiter, header, label, columns, List.of(), targets, text, categories, decimal);
  }

  /** Whether it is left to a header which columns are features. */
  boolean takesNames() {
    return header && features.isEmpty() && text == null;
  }

  @Override
  public boolean hasLabel() {
    return label != null || !targets.isEmpty();
  }

  @Override
  public boolean ofText() {
    return text != null;
  }

  @Override
  public Map<String, Integer> featureColumns() {
    Map<String, Integer> columns = new LinkedHashMap<>();
    for (String feature : features) {
      List<String> values = categories.get(feature);
      columns.put(ColumnName.unmarked(feature), values == null ? 1 : values.size());
    }
    return columns;
  }

  @Override
  public List<String> featureNames() {
    return categories.isEmpty() ? features : List.of(); // a category is several features
  }

  @Override
  public boolean hasColumns() {
    return features.isEmpty() && categories.isEmpty() && text == null;
  }

  @Override
  public List<String> namedColumns() {
    return header ? features : List.of();
  }

  @Override
  public DataFormat withColumnsOf(DataFormat other) {
    return takesNames() ? withFeatures(other.namedColumns()) : this;
  }

  @Override
  public DataFormat ofColumns(List<String> columns) {
    return new Csv(
        delimiter, header, null, List.of(), List.of(), List.of(), null, new TreeMap<>(), decimal);
  }

  /** Without a header there are no names, from which numbers had to be told apart. */
  private static String called(String column, boolean header) {
    return header ? column : ColumnName.unmarked(column);
  }

  private static List<String> called(@Nullable List<String> columns, boolean header) {
    return Objects.requireNonNullElse(columns, List.<String>of()).stream()
        .map(column -> called(column, header))
        .toList();
  }

  private static SortedMap<String, List<String>> copied(
      SortedMap<String, List<String>> lists, boolean header) {
    SortedMap<String, List<String>> copy = new TreeMap<>();
    lists.forEach((column, values) -> copy.put(called(column, header), List.copyOf(values)));
    return Collections.unmodifiableSortedMap(copy);
  }

  private static void requireValues(String column, List<String> values) {
    FieldNames.requireDistinct("categories." + column, values);
    if (values.size() < 2) {
      throw new IllegalArgumentException(
          "categories." + column + ": found " + values + ", allowed two values or more");
    }
  }

  private static void requireColumns(String key, Collection<String> columns, boolean header) {
    columns.forEach(column -> requireColumn(key, column, header));
  }

  private static void requireColumn(String key, String column, boolean header) {
    if (column.isBlank() || (!header && !ColumnName.isNumber(column))) {
      throw new IllegalArgumentException(
          key
              + ": found \""
              + column
              + "\", allowed a column number from 1"
              + (header ? " or a column name" : " (names need header: true)"));
    }
  }

  /** How numbers are written. */
  Decimal notation() {
    return ",".equals(decimal) ? Decimal.COMMA : Decimal.POINT;
  }
}
