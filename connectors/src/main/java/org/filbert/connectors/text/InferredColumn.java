package org.filbert.connectors.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import org.filbert.table.CategoryColumn;
import org.filbert.table.CellKind;
import org.jspecify.annotations.Nullable;

/** What the cells of a column have in common, and what the column is by that. */
final class InferredColumn {
  /** So few texts among numbers stand for missing values. */
  private static final int FEW_TEXTS = 3;

  private static final double WORDS_OF_TEXT = 4;
  private static final int MOST_LENGTH = 1000;

  /** So many distinct values are counted. */
  private static final int MOST_VALUES = 10_000;

  /** Above so many categories hashes choose the features, unless the configuration says more. */
  private static final int FEW_CATEGORIES = 256;

  /** So many categories get a feature each. */
  private static final int MANY_CATEGORIES = 1000;

  private static final Pattern COMMA = Pattern.compile("[-+]?\\d+,\\d+");

  /** What a column is proposed to be. */
  private enum Kind {
    NOTHING,
    NUMBER,
    DATE,
    TEXT,
    CATEGORY
  }

  private final boolean commas;
  private final Map<String, Integer> counts = new LinkedHashMap<>();
  private final Map<String, Integer> texts = new TreeMap<>();
  private final Map<String, Integer> absent = new TreeMap<>();
  private int present;
  private int counted;
  private int numbers;
  private int withComma;
  private int dates;
  private int times;
  private int missing;
  private long words;
  private double least = Double.POSITIVE_INFINITY;
  private double most = Double.NEGATIVE_INFINITY;
  private double last = Double.NaN;
  private boolean ascending = true;
  private boolean whole = true;
  private @Nullable String leftOut;

  /**
   * Begins without cells.
   *
   * @param commas whether numbers may have a decimal comma
   */
  InferredColumn(boolean commas) {
    this.commas = commas;
  }

  /** Proposes to ignore the column, for a reason. */
  void leaveOut(String why) {
    leftOut = why;
  }

  void add(String text) {
    String cell = text.length() > MOST_LENGTH ? text.substring(0, MOST_LENGTH) : text;
    if (FoundText.isMissing(cell)) {
      missing++;
      absent.merge(cell, 1, Integer::sum);
      return;
    }
    present++;
    if (counts.size() <= MOST_VALUES) {
      counts.merge(cell, 1, Integer::sum);
      counted++;
    }
    withComma += hasComma(cell) ? 1 : 0;
    double number = number(cell);
    if (!Double.isNaN(number)) {
      numbers++;
      least = Math.min(least, number);
      most = Math.max(most, number);
      ascending &= Double.isNaN(last) || number == last + 1;
      whole &= number == Math.rint(number);
      last = number;
    } else if (texts.size() <= FEW_TEXTS) {
      texts.merge(cell, 1, Integer::sum);
    }
    if (dates == present - 1 && CellKind.ISO_DATE.allows(cell)) { // a text costs an exception
      dates++;
      times += cell.contains(":") ? 1 : 0;
    }
    words += words(cell);
  }

  private boolean hasComma(String cell) {
    return commas && COMMA.matcher(cell).matches();
  }

  /** The number of a cell; NaN if it is none. */
  private double number(String cell) {
    return CellKind.number(hasComma(cell) ? cell.replace(',', '.') : cell);
  }

  /** Number of runs of blanks, and one. */
  private static int words(String cell) {
    int words = 1;
    for (int at = 0; at < cell.length(); at++) {
      words += isBlank(cell, at) && (at == 0 || !isBlank(cell, at - 1)) ? 1 : 0;
    }
    return words;
  }

  private static boolean isBlank(String cell, int at) {
    return " \t\n\f\r\u000B".indexOf(cell.charAt(at)) >= 0;
  }

  /** Whether most cells are numbers. */
  boolean isNumber() {
    return 2 * numbers > present && texts.size() <= FEW_TEXTS;
  }

  /** Whether there are numbers with a decimal comma. */
  boolean hasCommas() {
    return isNumber() && withComma > 0;
  }

  /** Whether all numbers are whole. */
  boolean isWhole() {
    return whole;
  }

  /** Number of cells without a value. */
  int missing() {
    return missing + (isNumber() ? present - numbers : 0);
  }

  /** The distinct values in the order of their first cells; not all if there are very many. */
  List<String> values() {
    return List.copyOf(counts.keySet());
  }

  /** Texts that stand for a missing value among numbers or dates. */
  List<String> missingTexts() {
    List<String> all = new ArrayList<>();
    Kind kind = kind();
    if (kind == Kind.NUMBER || kind == Kind.DATE) {
      all.addAll(absent.keySet());
    }
    if (kind == Kind.NUMBER) {
      all.addAll(texts.keySet());
    }
    return all;
  }

  private Kind kind() {
    if (leftOut != null || counts.size() <= 1) {
      return Kind.NOTHING;
    }
    if (isNumber()) {
      return ascending && whole && counts.size() > FEW_TEXTS ? Kind.NOTHING : Kind.NUMBER;
    }
    if (dates == present) {
      return Kind.DATE;
    }
    if (2 * counts.size() > counted && words >= WORDS_OF_TEXT * present) {
      return Kind.TEXT;
    }
    return counts.size() == counted && present > FEW_TEXTS ? Kind.NOTHING : Kind.CATEGORY;
  }

  /** What a user should know of how the column is taken: lines without its name. */
  List<String> remarks() {
    Kind kind = kind();
    if (kind == Kind.NOTHING) {
      return List.of("left out: " + reason());
    }
    if (kind == Kind.CATEGORY && counts.size() > MANY_CATEGORIES) {
      return List.of(
          String.format(
              Locale.ROOT,
              "%,d different values in %,d cells share %s features by hashes; ids and names are"
                  + " better left out ({type: ignore}), sentences are {type: text}",
              counts.size(),
              counted,
              FEW_CATEGORIES));
    }
    List<String> unusual = new ArrayList<>();
    if (kind == Kind.NUMBER) {
      texts.forEach((text, count) -> unusual.add(cells(count, text)));
    }
    if (kind == Kind.NUMBER || kind == Kind.DATE) {
      absent.forEach((text, count) -> unusual.add(cells(count, text)));
    }
    unusual.removeIf(String::isEmpty);
    return unusual.isEmpty()
        ? List.of()
        : List.of(
            "%s of %s cells count as missing"
                .formatted(
                    String.join(", ", unusual),
                    String.format(Locale.ROOT, "%,d", present + missing)));
  }

  private static String cells(int count, String text) {
    return text.isEmpty() ? "" : String.format(Locale.ROOT, "%,d \"%s\"", count, text);
  }

  /** Whether the column is proposed to be left out. */
  boolean isIgnored() {
    return kind() == Kind.NOTHING;
  }

  /** Whether it was to be ignored whatever its cells are. */
  boolean isLeftOut() {
    return leftOut != null;
  }

  /** Why the column is proposed to be left out. */
  String reason() {
    return leftOut != null
        ? leftOut
        : counts.isEmpty()
            ? "no value"
            : counts.size() == 1
                ? "the same value in all rows"
                : isNumber() ? "counts the rows" : "another value in each row";
  }

  /** The type and a remark. */
  String proposal() {
    return switch (kind()) {
      case NOTHING -> "{type: ignore}  # " + reason();
      case NUMBER -> "{type: number}" + found();
      case DATE ->
          (times > 0 ? "{type: date}" : "{type: date, parts: [year, month, weekday]}") + found();
      case TEXT -> "{type: text}" + found();
      case CATEGORY ->
          (counts.size() > FEW_CATEGORIES && counts.size() <= MANY_CATEGORIES
                  ? "{type: category, maxCategories: " + MANY_CATEGORIES + "}"
                  : "{type: category}")
              + found();
    };
  }

  /** The type on a stream, where nothing is fitted to training rows, and a remark. */
  String ofStream() {
    return switch (kind()) {
      case NOTHING -> proposal();
      case NUMBER ->
          "{type: number, standardise: false, missing: %s}"
                  .formatted(missing() > 0 ? Double.toString(median()) : "zero")
              + found();
      case DATE ->
          "{type: date, parts: [month, weekday%s]}".formatted(times > 0 ? ", hour" : "") + found();
      case TEXT -> "{type: ignore}  # text, whose words are not known beforehand";
      case CATEGORY -> "{type: category, maxCategories: %s}".formatted(apart()) + found();
    };
  }

  /** What was found in the column, as a remark. */
  private String found() {
    String values =
        switch (kind()) {
          case NOTHING -> reason();
          case NUMBER -> least + " to " + most;
          case DATE -> counts.keySet().iterator().next() + " and others";
          case TEXT ->
              String.format(Locale.ROOT, "%.1f words on average", (double) words / present);
          case CATEGORY ->
              String.format(
                  Locale.ROOT,
                  "%s%,d values",
                  counts.size() > MOST_VALUES ? "more than " : "",
                  Math.min(counts.size(), MOST_VALUES));
        };
    String missing = missing() > 0 ? String.format(Locale.ROOT, ", %,d missing", missing()) : "";
    return "  # " + values + missing;
  }

  /** The median of the numbers that were counted. */
  private double median() {
    double[] numbersCounted =
        counts.entrySet().stream()
            .flatMapToDouble(
                each -> DoubleStream.generate(() -> number(each.getKey())).limit(each.getValue()))
            .filter(number -> !Double.isNaN(number))
            .sorted()
            .toArray();
    return numbersCounted[(numbersCounted.length - 1) / 2];
  }

  /** The fewest features, up to four for each value, among which no two values share one. */
  private int apart() {
    int values = counts.size();
    int most = Math.min(4 * values, MANY_CATEGORIES);
    for (int features = values; features < most; features++) {
      int each = features;
      if (counts.keySet().stream().map(value -> CategoryColumn.hash(value, each)).distinct().count()
          == values) {
        return features;
      }
    }
    return most;
  }

  /** Mean squared distance of two rows by the features of this column alone, about. */
  double squaredDistance() {
    return switch (kind()) {
      case NOTHING -> 0;
      case NUMBER, TEXT -> 2; // of variance 1, or of norm 1
      case DATE -> times > 0 ? 8 : 6; // the year, and a circle for each other part
      case CATEGORY ->
          2
              * (1
                  - counts.values().stream()
                      .mapToDouble(count -> (double) count / counted)
                      .map(share -> share * share)
                      .sum());
    };
  }
}
