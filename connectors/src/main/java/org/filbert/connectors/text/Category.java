package org.filbert.connectors.text;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The values of a categorical column. Each value has its own feature.
 *
 * @param values in the order of their features
 */
record Category(List<String> values, Map<String, Integer> places) {
  private static final int SHOWN = 20;

  static Category of(List<String> values) {
    Map<String, Integer> places = new HashMap<>();
    values.forEach(value -> places.put(value, places.size()));
    return new Category(values, places);
  }

  int size() {
    return values.size();
  }

  /** Index of the feature that is 1; null if the value is unknown. */
  @Nullable Integer place(String value) {
    return places.get(value);
  }

  /** The first values, for messages. */
  String shown() {
    return values.size() <= SHOWN
        ? values.toString()
        : values.subList(0, SHOWN) + " and " + (values.size() - SHOWN) + " more";
  }
}
