package org.filbert.connectors.npy;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.filbert.connectors.file.DataFormat;
import org.filbert.connectors.text.ColumnName;
import org.filbert.connectors.text.Csv;
import org.jspecify.annotations.Nullable;

/**
 * A matrix that NumPy has saved, with a record in each row: floats, integers or truths, by rows. A
 * column goes by its number from 1.
 *
 * @param label Column of the label.
 * @param features Columns of the features, in order. Default: all columns that have no other role.
 * @param ignore In place of {@code features}: columns that are no features.
 * @param targets In place of {@code label}, for regression: columns of several numbers to be
 *     predicted.
 */
public record Npy(
    @JsonDeserialize(using = ColumnName.Reading.class) @Nullable String label,
    @JsonDeserialize(contentUsing = ColumnName.Reading.class) List<String> features,
    @JsonDeserialize(contentUsing = ColumnName.Reading.class)
        @JsonInclude(JsonInclude.Include.NON_EMPTY)
        List<String> ignore,
    @JsonDeserialize(contentUsing = ColumnName.Reading.class) List<String> targets)
    implements DataFormat {
  public Npy {
    requireNumbers("label", label == null ? List.of() : List.of(label));
    requireNumbers("features", features);
    requireNumbers("ignore", ignore);
    requireNumbers("targets", targets);
    Csv unnamed = unnamed(label, features, ignore, targets);
    label = unnamed.label();
    features = unnamed.features();
    ignore = unnamed.ignore();
    targets = unnamed.targets();
  }

  private static void requireNumbers(String key, List<String> columns) {
    for (String column : Objects.requireNonNullElse(columns, List.<String>of())) {
      if (!ColumnName.isNumber(ColumnName.unmarked(column))) {
        throw new IllegalArgumentException(
            key
                + ": found \""
                + ColumnName.unmarked(column)
                + "\", allowed a column number from 1 (a matrix has no names)");
      }
    }
  }

  /** A table with the same columns and no header, which numbers columns by the same rules. */
  Csv unnamed() {
    return unnamed(label, features, ignore, targets);
  }

  private static Csv unnamed(
      @Nullable String label, List<String> features, List<String> ignore, List<String> targets) {
    return new Csv(",", false, label, features, ignore, targets, null, new TreeMap<>(), null);
  }

  @Override
  public boolean hasLabel() {
    return unnamed().hasLabel();
  }

  @Override
  public Npy withLabel(@Nullable String column) {
    Csv labelled = unnamed().withLabel(column);
    return new Npy(labelled.label(), labelled.features(), labelled.ignore(), labelled.targets());
  }

  @Override
  public List<String> featureNames() {
    return features;
  }

  @Override
  public Map<String, Integer> featureColumns() {
    return unnamed().featureColumns();
  }

  @Override
  public boolean hasColumns() {
    return features.isEmpty();
  }
}
