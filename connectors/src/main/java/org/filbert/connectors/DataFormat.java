package org.filbert.connectors;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.io.Serializable;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * How the records of a file are written. Text is UTF-8 with one record on a line; empty lines are
 * passed over. A file whose name tells a {@link org.filbert.connectors.file.Compression} is
 * decompressed.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = DataFormat.Csv.class, name = "csv"),
  @JsonSubTypes.Type(value = DataFormat.LibSvm.class, name = "libsvm"),
  @JsonSubTypes.Type(value = DataFormat.Idx.class, name = "idx"),
  @JsonSubTypes.Type(value = DataFormat.JsonLines.class, name = "jsonlines"),
  @JsonSubTypes.Type(value = DataFormat.Documents.class, name = "documents")
})
public sealed interface DataFormat extends Serializable {
  /** Whether the format says where a record's label is. */
  boolean hasLabel();

  /** The same, its feature columns being those that another names, unless it names its own. */
  default DataFormat withColumnsOf(DataFormat other) {
    return this instanceof Csv csv
            && csv.takesNames()
            && other instanceof Csv named
            && named.header()
        ? csv.withFeatures(named.features())
        : this;
  }

  /** Whether the records are documents rather than numbers. */
  default boolean ofText() {
    return this instanceof Documents
        || (this instanceof Csv csv && csv.text() != null)
        || (this instanceof JsonLines json && json.text() != null);
  }

  /** The same, a file of labels beside the rows being where a function of its name says. */
  default DataFormat withLabelFile(UnaryOperator<String> place) {
    return this instanceof Idx idx && idx.labels() != null
        ? new Idx(place.apply(idx.labels()))
        : this;
  }

  /**
   * Cells between delimiters, quoted as in RFC 4180.
   *
   * @param delimiter One ASCII character. {@code \t} is a tab; a space is any number of spaces and
   *     tabs. Default: {@code ,}
   * @param header Whether the first line has the names of the columns.
   * @param label Column of the label: its name, or its number from 1.
   * @param features Columns of the features, in order, by name or number. Default: all columns that
   *     have no other role.
   * @param ignore In place of {@code features}: columns that are no features.
   * @param targets In place of {@code label}, for regression: columns of several numbers to be
   *     predicted.
   * @param text In place of {@code features}: the column of the documents.
   * @param categories Feature columns of a few values each, with the lists of these values.
   * @param decimal The decimal mark of numbers: {@code .} or {@code ,}. Default: {@code .}
   */
  record Csv(
      String delimiter,
      boolean header,
      @Nullable String label,
      List<String> features,
      List<String> ignore,
      List<String> targets,
      @Nullable String text,
      SortedMap<String, List<String>> categories,
      @Nullable String decimal)
      implements DataFormat {
    public Csv {
      delimiter = Objects.requireNonNullElse(delimiter, ",").replace("\\t", "\t");
      features = List.copyOf(Objects.requireNonNullElse(features, List.of()));
      ignore = List.copyOf(Objects.requireNonNullElse(ignore, List.of()));
      targets = List.copyOf(Objects.requireNonNullElse(targets, List.of()));
      categories = copied(Objects.requireNonNullElse(categories, new TreeMap<>()));
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
        requireTextAlone(text, label, !features.isEmpty(), "features");
        requireTextAlone(text, label, !ignore.isEmpty(), "ignore");
        requireTextAlone(text, label, !categories.isEmpty(), "categories");
      }
      requireDistinct("features", features);
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
      requireDistinct("ignore", ignore);
      requireColumns("ignore", ignore, header);
      requireTargets(targets, label, features);
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

    /** The same, the label elsewhere, or none; no targets. */
    public Csv withLabel(@Nullable String column) {
      return new Csv(
          delimiter, header, column, features, ignore, List.of(), text, categories, decimal);
    }

    /** The same with these feature columns, and none to ignore; itself if there are none. */
    public Csv withFeatures(List<String> columns) {
      return columns.isEmpty()
          ? this
          : new Csv(
              delimiter, header, label, columns, List.of(), targets, text, categories, decimal);
    }

    /** Whether it is left to a header which columns are features. */
    public boolean takesNames() {
      return header && features.isEmpty() && text == null;
    }

    @Override
    public boolean hasLabel() {
      return label != null || !targets.isEmpty();
    }

    private static SortedMap<String, List<String>> copied(SortedMap<String, List<String>> lists) {
      SortedMap<String, List<String>> copy = new TreeMap<>();
      lists.forEach((column, values) -> copy.put(column, List.copyOf(values)));
      return Collections.unmodifiableSortedMap(copy);
    }

    private static void requireValues(String column, List<String> values) {
      requireDistinct("categories." + column, values);
      if (values.size() < 2) {
        throw new IllegalArgumentException(
            "categories." + column + ": found " + values + ", allowed two values or more");
      }
    }

    private static void requireColumns(String key, Collection<String> columns, boolean header) {
      columns.forEach(column -> requireColumn(key, column, header));
    }

    private static void requireColumn(String key, String column, boolean header) {
      if (column.isBlank() || (!header && !column.matches("0*[1-9]\\d{0,8}"))) {
        throw new IllegalArgumentException(
            key
                + ": found \""
                + column
                + "\", allowed a column number from 1"
                + (header ? " or a column name" : " (names need header: true)"));
      }
    }
  }

  /**
   * Lines {@code label index:value index:value ...} with strictly ascending indices.
   *
   * @param oneBased Whether the first feature has the index 1 or 0. Default: {@code true}
   * @param features Number of features. Default: the largest index in the rows of the run
   */
  record LibSvm(Boolean oneBased, @Nullable Integer features) implements DataFormat {
    public LibSvm {
      oneBased = Objects.requireNonNullElse(oneBased, true);
      if (features != null && features < 1) {
        throw new IllegalArgumentException("features: found " + features + ", allowed 1 or more");
      }
    }

    @Override
    public boolean hasLabel() {
      return true;
    }
  }

  /**
   * The idx format of the MNIST data: an array of unsigned bytes, its first dimension the records.
   *
   * @param labels Path of the file with the labels.
   */
  record Idx(@Nullable String labels) implements DataFormat {
    public Idx {
      if (labels != null && labels.isBlank()) {
        throw new IllegalArgumentException("labels: found an empty path, allowed a file's path");
      }
    }

    @Override
    public boolean hasLabel() {
      return labels != null;
    }
  }

  /**
   * One JSON object on each line; fields that are not named are ignored.
   *
   * @param label Field of the label: text or a number.
   * @param array Field that has all features as an array of numbers.
   * @param fields In place of {@code array}: numeric fields that are the features, in order.
   * @param targets In place of {@code label}, for regression: numeric fields of several numbers to
   *     be predicted.
   * @param text In place of features: the field with a document.
   */
  record JsonLines(
      @Nullable String label,
      @Nullable String array,
      List<String> fields,
      List<String> targets,
      @Nullable String text)
      implements DataFormat {
    public JsonLines {
      fields = List.copyOf(Objects.requireNonNullElse(fields, List.of()));
      targets = List.copyOf(Objects.requireNonNullElse(targets, List.of()));
      if (text != null) {
        requireTextAlone(text, label, array != null || !fields.isEmpty(), "array, fields");
      } else if ((array == null) == fields.isEmpty()) {
        throw new IllegalArgumentException(
            "array, fields: found "
                + (array == null ? "neither" : "both")
                + ", allowed one of them, to name the features, or text");
      }
      requireDistinct("fields", fields);
      if (label != null && (label.equals(array) || fields.contains(label))) {
        throw new IllegalArgumentException(
            "label: found \"" + label + "\", which is also a feature, allowed another field");
      }
      requireTargets(targets, label, fields);
      if (array != null && targets.contains(array)) {
        throw new IllegalArgumentException(
            "targets: found the features " + array + ", allowed other fields");
      }
    }

    /** Records of numbers. */
    public JsonLines(
        @Nullable String label, @Nullable String array, List<String> fields, List<String> targets) {
      this(label, array, fields, targets, null);
    }

    /** Records of numbers with one label, or none. */
    public JsonLines(@Nullable String label, @Nullable String array, List<String> fields) {
      this(label, array, fields, List.of());
    }

    @Override
    public boolean hasLabel() {
      return label != null || !targets.isEmpty();
    }
  }

  /** The places of several numbers to be predicted; empty if there is one label, or none. */
  default List<String> targets() {
    return List.of();
  }

  private static void requireTargets(
      List<String> targets, @Nullable String label, List<String> features) {
    if (label != null && !targets.isEmpty()) {
      throw new IllegalArgumentException(
          "targets: found beside label " + label + ", allowed one of the two");
    }
    requireDistinct("targets", targets);
    for (String target : targets) {
      if (features.contains(target)) {
        throw new IllegalArgumentException(
            "targets: found the feature " + target + ", allowed other places");
      }
    }
  }

  /** One document on each line, without a label; for predictions only. */
  record Documents() implements DataFormat {
    @Override
    public boolean hasLabel() {
      return false;
    }
  }

  private static void requireTextAlone(
      String text, @Nullable String label, boolean others, String key) {
    if (others) {
      throw new IllegalArgumentException(
          key + ": found beside text, allowed one of both: a record is numbers or a document");
    }
    if (text.equals(label)) {
      throw new IllegalArgumentException(
          "text: found the label " + label + ", allowed another place");
    }
  }

  private static void requireDistinct(String key, List<String> names) {
    HashSet<String> seen = new HashSet<>();
    for (String name : names) {
      if (!seen.add(name)) {
        throw new IllegalArgumentException(
            key + ": found \"" + name + "\" twice, allowed each name once");
      }
    }
  }
}
