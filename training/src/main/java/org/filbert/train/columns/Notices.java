package org.filbert.train.columns;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.filbert.data.RefusedException;

/** What a look at the training rows found that the user should know, a line each. */
public final class Notices {
  private final PreprocessingOptions options;
  private final long rows;
  private final List<String> lines = new ArrayList<>();
  private final Set<Integer> told = new HashSet<>();

  /**
   * None yet.
   *
   * @param options with the names of the features
   * @param rows number of training rows
   */
  public Notices(PreprocessingOptions options, long rows) {
    this.options = options;
    this.rows = rows;
  }

  /** Adds a line. */
  public void add(String pattern, Object... values) {
    lines.add(String.format(Locale.ROOT, pattern, values));
  }

  /** Adds a line about a value of a feature, of which there is one only. */
  public void addValue(int index, String pattern, Object... values) {
    if (told.add(index)) {
      add(pattern, values);
    }
  }

  /** All lines. */
  public List<String> lines() {
    return List.copyOf(lines);
  }

  /** Number of training rows. */
  public long rows() {
    return rows;
  }

  /** A feature by its number from 1, and its name if that is known. */
  public String feature(int index) {
    return "feature "
        + (index + 1)
        + (index < options.names().size() ? " (" + options.names().get(index) + ")" : "");
  }

  /** Some features; of many only the first ones. */
  String features(List<Integer> indices) {
    List<String> first = indices.stream().limit(5).map(this::feature).toList();
    return String.join(", ", first)
        + (indices.size() > first.size()
            ? " and " + (indices.size() - first.size()) + " more"
            : "");
  }

  /** A number of rows and its share. */
  public String share(long count) {
    return String.format(
        Locale.ROOT,
        count == 1 ? "%,d row (%.2g %%)" : "%,d rows (%.2g %%)",
        count,
        100.0 * count / rows);
  }

  /** A value as a file has it. */
  public static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }

  /** What says why a run does not begin. */
  public static RefusedException refused(String pattern, Object... values) {
    return new RefusedException(String.format(Locale.ROOT, pattern, values));
  }
}
