package org.filbert.connectors.text;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Meaning of the columns of a file, such as CSV.
 *
 * @param names of all columns; empty if the file has no header
 * @param slots for each column the index of its feature (of its first feature for a category), or
 *     {@link #LABEL}, {@link #TEXT}, {@link #UNUSED}, {@link #IGNORED}, or {@link #TARGETS} - j for
 *     target j
 * @param categories the values of each categorical column, null for other columns
 * @param features number of features; 0 if there is a document instead
 */
public record CsvLayout(
    List<String> names, int[] slots, @Nullable Category[] categories, int features) {
  /** Marks the column of the label. */
  public static final int LABEL = -1;

  /** Marks a column without a use. */
  public static final int UNUSED = -2;

  /** Marks the column of the documents. */
  public static final int TEXT = -3;

  /** Marks a column that the configuration ignores. */
  public static final int IGNORED = -4;

  /** Marks target 0, with the numbers below for those that follow. */
  public static final int TARGETS = -16;

  private static final int LONGEST_NAMES = 1 << 15;

  /**
   * The names of the feature columns, by which the columns of other files are found. Empty if a
   * name is not unique, or if the names are longer than {@value #LONGEST_NAMES} together, which is
   * too long for a stored configuration.
   */
  public List<String> featureNames() {
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

  /** The column as a configuration calls it. */
  String name(int column) {
    return name(names, column);
  }

  static String name(List<String> names, int column) {
    return names.isEmpty() || names.get(column).isBlank()
        ? Integer.toString(column + 1)
        : names.get(column);
  }

  /** The column as messages call it. */
  public String describe(int column) {
    return "column " + (column + 1) + (names.isEmpty() ? "" : " (" + names.get(column) + ")");
  }
}
