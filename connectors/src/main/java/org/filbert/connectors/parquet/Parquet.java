package org.filbert.connectors.parquet;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.filbert.connectors.file.DataFormat;
import org.filbert.connectors.text.ColumnName;
import org.filbert.connectors.text.Csv;
import org.jspecify.annotations.Nullable;

/**
 * Columns of an Apache Parquet file, as Spark, pandas and others write it. A column goes by its
 * name, or by its number from 1.
 *
 * @param label Column of the label: its name, or its number from 1 without quotes.
 * @param features Columns of the features, in order, by name or number. Default: all columns that
 *     have no other role.
 * @param ignore In place of {@code features}: columns that are no features.
 * @param targets In place of {@code label}, for regression: columns of several numbers to be
 *     predicted.
 * @param text In place of {@code features}: the column of the documents.
 */
public record Parquet(
    @JsonDeserialize(using = ColumnName.Reading.class) @Nullable String label,
    @JsonDeserialize(contentUsing = ColumnName.Reading.class) List<String> features,
    @JsonDeserialize(contentUsing = ColumnName.Reading.class)
        @JsonInclude(JsonInclude.Include.NON_EMPTY)
        List<String> ignore,
    @JsonDeserialize(contentUsing = ColumnName.Reading.class) List<String> targets,
    @JsonDeserialize(using = ColumnName.Reading.class) @Nullable String text)
    implements DataFormat {
  public Parquet {
    Csv named = named(label, features, ignore, targets, text);
    features = named.features();
    ignore = named.ignore();
    targets = named.targets();
  }

  /** A table with the same columns under a header, which names columns by the same rules. */
  Csv named() {
    return named(label, features, ignore, targets, text);
  }

  private static Csv named(
      @Nullable String label,
      List<String> features,
      List<String> ignore,
      List<String> targets,
      @Nullable String text) {
    return new Csv(",", true, label, features, ignore, targets, text, new TreeMap<>(), null);
  }

  private static Parquet of(Csv named) {
    return new Parquet(
        named.label(), named.features(), named.ignore(), named.targets(), named.text());
  }

  @Override
  public boolean hasLabel() {
    return named().hasLabel();
  }

  @Override
  public Parquet withLabel(@Nullable String column) {
    return of(named().withLabel(column));
  }

  /** The same with these feature columns, and none to ignore; itself if there are none. */
  Parquet withFeatures(List<String> columns) {
    return columns.isEmpty() ? this : new Parquet(label, columns, List.of(), targets, text);
  }

  @Override
  public boolean ofText() {
    return text != null;
  }

  @Override
  public List<String> featureNames() {
    return features;
  }

  @Override
  public Map<String, Integer> featureColumns() {
    return named().featureColumns();
  }

  @Override
  public boolean hasColumns() {
    return features.isEmpty() && text == null;
  }

  @Override
  public List<String> namedColumns() {
    return features;
  }

  @Override
  public Parquet ofColumns(List<String> columns) {
    return new Parquet(null, List.of(), List.of(), List.of(), null);
  }

  @Override
  public DataFormat withColumnsOf(DataFormat other) {
    return hasColumns() ? withFeatures(other.namedColumns()) : this;
  }
}
