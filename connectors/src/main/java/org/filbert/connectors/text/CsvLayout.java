package org.filbert.connectors.text;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the columns of one CSV file are.
 *
 * @param names of all columns; none if the file has no header
 * @param slots for every column the feature that it holds, of a category the first, or {@link
 *     #LABEL}, {@link #TEXT} or {@link #IGNORED}, or {@link #TARGETS} - j if it holds target j
 * @param categories for every column its values, if it is one of categories
 * @param features the number of features; 0 if there is a document instead
 */
record CsvLayout(List<String> names, int[] slots, @Nullable Category[] categories, int features) {
  static final int LABEL = -1;
  static final int IGNORED = -2;
  static final int TEXT = -3;
  static final int TARGETS = -16;

  /** What a configuration calls a column. */
  String name(int column) {
    return name(names, column);
  }

  static String name(List<String> names, int column) {
    return names.isEmpty() ? Integer.toString(column + 1) : names.get(column);
  }

  /** A column for messages. */
  String describe(int column) {
    return "column " + (column + 1) + (names.isEmpty() ? "" : " (" + names.get(column) + ")");
  }
}
