package org.filbert.connectors.text;

import java.util.Arrays;
import java.util.List;
import org.filbert.connectors.BadInputException;
import org.filbert.connectors.DataFormat;
import org.jspecify.annotations.Nullable;

/**
 * What the columns of one CSV file are.
 *
 * @param names of all columns, or their numbers if the file has no header
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

  /**
   * Finds the configured columns.
   *
   * @param first the cells of the file's first line
   */
  static CsvLayout of(
      String file, DataFormat.Csv format, boolean labelRequired, List<String> first) {
    List<String> names = format.header() ? first : List.of();
    int[] slots = new int[first.size()];
    Arrays.fill(slots, IGNORED);
    String label = format.label();
    if (label != null) {
      int column = find(file, names, slots.length, label);
      if (column >= 0) {
        slots[column] = LABEL;
      } else if (labelRequired) {
        throw missing(file, "label column", label, format, first);
      }
    }
    for (int j = 0; j < format.targets().size(); j++) {
      String target = format.targets().get(j);
      int column = find(file, names, slots.length, target);
      if (column >= 0) {
        requireUnused(file, slots[column], target);
        slots[column] = TARGETS - j;
      } else if (labelRequired) {
        throw missing(file, "target column", target, format, first);
      }
    }
    String text = format.text();
    if (text != null) {
      int column = find(file, names, slots.length, text);
      if (column < 0) {
        throw missing(file, "text column", text, format, first);
      }
      requireUnused(file, slots[column], text);
      slots[column] = TEXT;
      return new CsvLayout(List.copyOf(names), slots, new Category[slots.length], 0);
    }
    Category[] categories = new Category[slots.length];
    format
        .categories()
        .forEach(
            (name, values) -> {
              int column = find(file, names, slots.length, name);
              if (column < 0) {
                throw missing(file, "category column", name, format, first);
              }
              requireUnused(file, slots[column], name);
              categories[column] = Category.of(values);
            });
    int features = 0;
    for (String feature : format.features()) {
      int column = find(file, names, slots.length, feature);
      if (column < 0) {
        throw missing(file, "feature column", feature, format, first);
      }
      requireUnused(file, slots[column], feature);
      slots[column] = features;
      features += width(categories[column]);
    }
    if (format.features().isEmpty()) {
      for (int column = 0; column < slots.length; column++) {
        if (slots[column] == IGNORED) {
          slots[column] = features;
          features += width(categories[column]);
        }
      }
    }
    for (int column = 0; column < slots.length; column++) {
      if (categories[column] != null && slots[column] < 0) {
        throw new BadInputException(
            file,
            "found column "
                + name(names, column)
                + " in categories and not in features, allowed those of features");
      }
    }
    if (features == 0) {
      throw new BadInputException(
          file,
          "found no column besides the label, allowed one or more features"
              + oneColumn(format, first));
    }
    return new CsvLayout(List.copyOf(names), slots, categories, features);
  }

  private static int width(@Nullable Category category) {
    return category == null ? 1 : category.size();
  }

  private static void requireUnused(String file, int slot, String column) {
    if (slot != IGNORED) {
      throw new BadInputException(
          file, "found column " + column + " named for two uses, allowed one use of a column");
    }
  }

  /** What a configuration calls a column. */
  String name(int column) {
    return name(names, column);
  }

  private static String name(List<String> names, int column) {
    return names.isEmpty() ? Integer.toString(column + 1) : names.get(column);
  }

  /** A column for messages. */
  String describe(int column) {
    return "column " + (column + 1) + (names.isEmpty() ? "" : " (" + names.get(column) + ")");
  }

  private static int find(String file, List<String> names, int columns, String wanted) {
    int column = names.indexOf(wanted);
    if (column != names.lastIndexOf(wanted)) {
      throw new BadInputException(
          file, "found two columns with the name " + wanted + ", allowed one, or its number");
    }
    if (column < 0 && wanted.matches("0*[1-9]\\d{0,8}")) {
      int number = Integer.parseInt(wanted);
      return number <= columns ? number - 1 : -1;
    }
    return column;
  }

  private static BadInputException missing(
      String file, String what, String wanted, DataFormat.Csv format, List<String> first) {
    return new BadInputException(
        file,
        "found no "
            + what
            + " "
            + wanted
            + ", allowed column numbers 1 to "
            + first.size()
            + (format.header() ? " or one of " + String.join(", ", first) : "")
            + oneColumn(format, first));
  }

  private static String oneColumn(DataFormat.Csv format, List<String> first) {
    return first.size() > 1 ? "" : Remedies.ofOneColumn(first.get(0), format.delimiter());
  }
}
