package org.filbert.connectors.text;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.filbert.connectors.file.DataFormat;
import org.jspecify.annotations.Nullable;

/**
 * One JSON object on each line; fields that are not named are ignored.
 *
 * @param label Field of the label: text or a number.
 * @param array Field that has all features as an array of numbers.
 * @param fields In place of {@code array}: numeric fields that are the features, in order.
 * @param targets In place of {@code label}, for regression: numeric fields of several numbers to be
 *     predicted.
 * @param text In place of features: the field with a document.
 */
public record JsonLines(
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
      FieldNames.requireTextAlone(text, label, array != null || !fields.isEmpty(), "array, fields");
    } else if ((array == null) == fields.isEmpty()) {
      throw new IllegalArgumentException(
          "array, fields: found "
              + (array == null ? "neither" : "both")
              + ", allowed one of them, to name the features, or text");
    }
    FieldNames.requireDistinct("fields", fields);
    if (label != null && (label.equals(array) || fields.contains(label))) {
      throw new IllegalArgumentException(
          "label: found \"" + label + "\", which is also a feature, allowed another field");
    }
    FieldNames.requireTargets(targets, label, fields);
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

  @Override
  public DataFormat withLabel(@Nullable String place) {
    return new JsonLines(place, array, fields, List.of(), text);
  }

  @Override
  public boolean hasColumns() {
    return !fields.isEmpty();
  }

  @Override
  public DataFormat ofColumns(List<String> columns) {
    return new JsonLines(null, null, columns);
  }

  @Override
  public Map<String, Integer> featureColumns() {
    Map<String, Integer> columns = new LinkedHashMap<>();
    fields.forEach(field -> columns.put(field, 1));
    return columns;
  }

  @Override
  public boolean ofText() {
    return text != null;
  }
}
