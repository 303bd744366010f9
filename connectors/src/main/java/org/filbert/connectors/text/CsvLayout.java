package org.filbert.connectors.text;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What the columns of one CSV file are.
 *
 * @param names of all columns; none if the file has no header
 * @param slots for every column the feature that it holds, of a category the first, or {@link
 *     #LABEL}, {@link #TEXT}, {@link #UNUSED} or {@link #IGNORED}, or {@link #TARGETS} - j if it
 *     holds target j
 * @param categories for every column its values, if it is one of categories
 * @param features the number of features; 0 if there is a document instead
 */
record CsvLayout(List<String> names, int[] slots, @Nullable Category[] categories, int features) {
  static final int LABEL = -1;
  static final int UNUSED = -2;
  static final int TEXT = -3;

  /** Of a column that is named as one to ignore. */
  static final int IGNORED = -4;

  static final int TARGETS = -16;
  private static final int LONGEST_NAMES = 1 << 15;

  /**
   * The names of the columns with features, by which other files' columns can be found; none if one
   * is not the only one, or if they are longer than {@value #LONGEST_NAMES} together, which no
   * stored configuration holds.
   */
  List<String> featureNames() {
    List<String> own =
        IntStream.range(0, names.size())
            .filter(column -> slots[column] >= 0)
            .mapToObj(names::get)
            .toList();
    Set<String> met = new HashSet<>();
    Set<String> repeated =
        names.stream().filter(name -> !met.add(name)).collect(Collectors.toSet());
    boolean telling =
        own.stream().noneMatch(repeated::contains)
            && own.stream().mapToInt(String::length).sum() <= LONGEST_NAMES;
    return telling ? own : List.of();
  }

  /** What a configuration calls a column. */
  String name(int column) {
    return name(names, column);
  }

  static String name(List<String> names, int column) {
    return names.isEmpty() || names.get(column).isBlank()
        ? Integer.toString(column + 1)
        : names.get(column);
  }

  /** A column for messages. */
  String describe(int column) {
    return "column " + (column + 1) + (names.isEmpty() ? "" : " (" + names.get(column) + ")");
  }
}
