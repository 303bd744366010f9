package org.filbert.connectors.file;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * How the records of a file are written. Text is UTF-8 with one record on a line; empty lines are
 * passed over. A file whose name tells a {@link Compression} is decompressed. Formats are records,
 * registered by a {@link FormatType}.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
public interface DataFormat extends Serializable {
  /** Whether the format says where a record's label is. */
  boolean hasLabel();

  /**
   * The same without targets and with the label at another place, or with none.
   *
   * @throws IllegalArgumentException if the format does not allow that
   */
  DataFormat withLabel(@Nullable String place);

  /** The place of the label; null if there is none, or if the format has one place for it. */
  default @Nullable String label() {
    return null;
  }

  /** The places of several numbers to be predicted; empty if there is one label, or none. */
  default List<String> targets() {
    return List.of();
  }

  /** Whether the records are documents rather than numbers. */
  default boolean ofText() {
    return false;
  }

  /** Whether the records have columns that can be taken cell by cell, and leaves it open which. */
  default boolean hasColumns() {
    return false;
  }

  /** Whether numbers are taken as they are unless a configuration says how they are scaled. */
  default boolean asTheyAre() {
    return false;
  }

  /** The number of features, if the format says it. */
  default OptionalInt width() {
    return OptionalInt.empty();
  }

  /** The names of the features in order; none if the format does not say them. */
  default List<String> featureNames() {
    return List.of();
  }

  /** The names by which other files have the same feature columns; none if they have none. */
  default List<String> namedColumns() {
    return List.of();
  }

  /**
   * The columns of a record that become features, in their order, with the number of features of
   * each; none if the format does not say them.
   */
  default Map<String, Integer> featureColumns() {
    return Map.of();
  }

  /** The same with the feature columns that another format names, unless it names its own. */
  default DataFormat withColumnsOf(DataFormat other) {
    return this;
  }

  /**
   * The same that reads only some columns, which are taken cell by cell.
   *
   * @throws IllegalArgumentException if the records have no such columns
   */
  default DataFormat ofColumns(List<String> columns) {
    throw new IllegalArgumentException(
        "found columns %s, allowed with csv, jsonlines and parquet, whose records have columns"
            .formatted(String.join(", ", columns)));
  }

  /** A file of labels beside the rows. */
  default Optional<String> labelFile() {
    return Optional.empty();
  }

  /** The same with the file of labels at the place that a function gives for its name. */
  default DataFormat withLabelFile(UnaryOperator<String> place) {
    return labelFile().map(file -> withLabel(place.apply(file))).orElse(this);
  }
}
