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
import org.filbert.table.NumberNotation;
import org.filbert.train.columns.TableOptions;
import org.jspecify.annotations.Nullable;

/** What the cells of a column have in common, and what the column is by that. */
final class InferredColumn {
  /** So few texts among numbers stand for missing values. */
  private static final int FEW_TEXTS = 3;

  private static final double WORDS_OF_TEXT = 4;

  /** If this share of the cells differ from each other, they are ids or names. */
  private static final double IDS = 0.9;

  private static final int MOST_LENGTH = 1000;

  /** So many distinct values are counted. */
  private static final int MOST_VALUES = 10_000;

  /** Above so many categories hashes choose the features, unless the configuration says more. */
  private static final int FEW_CATEGORIES = 256;

  /** So many categories get a feature each. */
  private static final int MANY_CATEGORIES = 1000;

  /** Whole numbers of at most so many values in so many cells may be categories. */
  private static final int FEW_VALUES = 9;

  private static final int MANY_CELLS = 1000;

  private static final Pattern WHOLE = Pattern.compile("0|-?[1-9]\\d*");
  private static final Pattern COMMA = Pattern.compile("[-+]?\\d+,\\d+");

  /** What a column is proposed to be. */
  private enum Kind {
    NOTHING,
    NUMBER,
    DATE,
    TEXT,
    CATEGORY,
    WEIGHT
  }

  private final boolean commas;
  private final Map<String, Integer> counts = new LinkedHashMap<>();
  private final Map<String, Integer> texts = new TreeMap<>();
  private final Map<String, Integer> absent = new TreeMap<>();
  private final FoundNumbers written = new FoundNumbers();
  private final FoundDates patterns = new FoundDates();
  private int present;
  private int counted;
  private int numbers;
  private int withComma;
  private int dates;
  private int times;
  private int codes;
  private int missing;
  private long words;
  private double least = Double.POSITIVE_INFINITY;
  private double most = Double.NEGATIVE_INFINITY;
  private double last = Double.NaN;
  private boolean ascending = true;
  private boolean whole = true;
  private @Nullable String leftOut;
  private boolean weight;
  private boolean numbersOnly;

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

  /** Proposes the column as that of the rows' weights. */
  void weigh() {
    weight = true;
  }

  /** Takes numbers that count the rows for others, as there are no ids in a matrix. */
  void ofMatrix() {
    numbersOnly = true;
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
      codes += isCode(cell) ? 1 : 0;
      written.addPlain(cell);
    } else {
      written.add(cell);
      if (texts.size() <= FEW_TEXTS) {
        texts.merge(cell, 1, Integer::sum);
      }
    }
    if (dates == present - 1 && CellKind.ISO_DATE.allows(cell)) { // a text costs an exception
      dates++;
      times += cell.contains(":") ? 1 : 0;
    }
    patterns.add(cell);
    words += Double.isNaN(number) ? words(cell) : 1;
  }

  /** Whether a whole number begins with zeros, as a zip code may. */
  private static boolean isCode(String cell) {
    return cell.length() > 1
        && cell.charAt(0) == '0'
        && cell.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  private boolean hasComma(String cell) {
    return commas && COMMA.matcher(cell).matches();
  }

  /** The number of a cell in the notation of its column; NaN if it is none. */
  private double number(String cell, @Nullable NumberNotation notation) {
    String plain = notation == null ? cell : notation.plain(cell);
    return plain == null ? Double.NaN : number(plain);
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

  /** Whether most cells are plain numbers. */
  boolean isNumber() {
    return 2 * numbers > present && texts.size() <= FEW_TEXTS && notation() == null;
  }

  /** The notation of numbers that are not plain; null if there are none. */
  private @Nullable NumberNotation notation() {
    return written.notation(present);
  }

  /** The texts among numbers, which stand for missing values. */
  private Map<String, Integer> textsAmongNumbers() {
    NumberNotation notation = notation();
    return notation == null ? texts : written.texts(notation);
  }

  /** Whether whole numbers with zeros before them are names, such as zip codes. */
  private boolean areCodes() {
    return codes > 0 && whole && least >= 0 && numbers == present;
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
    return missing
        + (kind() == Kind.NUMBER
            ? textsAmongNumbers().values().stream().mapToInt(count -> count).sum()
            : 0);
  }

  /** Whether the cells are numbers that are not plain. */
  boolean isWrittenNumber() {
    return notation() != null;
  }

  /** The texts of cells without a value, whatever the column is, and their numbers. */
  Map<String, Integer> withoutValue() {
    Map<String, Integer> texts = new TreeMap<>(absent);
    texts.keySet().retainAll(TableOptions.MISSING);
    return texts;
  }

  /**
   * The distinct values of a column of labels in the order of their first cells; not all if there
   * are very many.
   */
  List<String> classes() {
    List<String> classes = new ArrayList<>(counts.keySet());
    if (!isNumber()) {
      absent.keySet().stream()
          .filter(text -> !TableOptions.MISSING.contains(text))
          .forEach(classes::add);
    }
    return classes;
  }

  /** Texts that stand for a missing value among numbers or dates. */
  List<String> missingTexts() {
    List<String> all = new ArrayList<>();
    Kind kind = kind();
    if (kind == Kind.NUMBER || kind == Kind.DATE) {
      all.addAll(absent.keySet());
    }
    if (kind == Kind.NUMBER) {
      all.addAll(textsAmongNumbers().keySet());
    }
    return all;
  }

  private Kind kind() {
    if (weight) {
      return Kind.WEIGHT;
    }
    if (leftOut != null || counts.size() <= 1) {
      return Kind.NOTHING;
    }
    if (!numbersOnly && numbers == present && ascending && whole && counts.size() > FEW_TEXTS) {
      return Kind.NOTHING;
    }
    if (dates == present || patterns.pattern() != null) {
      return Kind.DATE;
    }
    if (areCodes() && !areIds()) {
      return Kind.CATEGORY;
    }
    if (isNumber() || notation() != null) {
      return Kind.NUMBER;
    }
    if (2 * counts.size() > counted && words >= WORDS_OF_TEXT * present) {
      return Kind.TEXT;
    }
    return areIds() ? Kind.NOTHING : Kind.CATEGORY;
  }

  /** Whether nearly all cells differ from each other: nothing is learned from one for the next. */
  private boolean areIds() {
    return present > FEW_TEXTS && counts.size() >= IDS * counted;
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
    List<String> lines = new ArrayList<>();
    NumberNotation notation = notation();
    if (kind == Kind.NUMBER && notation != null) {
      lines.add(
          "read as numbers in the notation %s, such as \"%s\""
              .formatted(notation.text(), example(notation)));
    }
    if (kind == Kind.CATEGORY && areCodes()) {
      lines.add(
          String.format(
              Locale.ROOT, "names, not numbers, as %,d of %,d cells begin with 0", codes, present));
    }
    if (kind == Kind.DATE && dates < present) {
      String other = patterns.other();
      String first = counts.keySet().iterator().next();
      lines.add(
          other == null
              ? "read as dates such as \"%s\" in the notation %s"
                  .formatted(first, patterns.pattern())
              : "day and month cannot be told apart in dates such as \"%s\", the day is taken to be first; if it is the month, set the column's notation to \"%s\""
                  .formatted(first, other));
    }
    List<String> unusual = new ArrayList<>();
    if (kind == Kind.NUMBER) {
      textsAmongNumbers().forEach((text, count) -> unusual.add(cells(count, text)));
    }
    if (kind == Kind.NUMBER || kind == Kind.DATE) {
      absent.forEach((text, count) -> unusual.add(cells(count, text)));
    }
    unusual.removeIf(String::isEmpty);
    if (!unusual.isEmpty()) {
      lines.add(
          "%s of %s cells count as missing"
              .formatted(
                  String.join(", ", unusual),
                  String.format(Locale.ROOT, "%,d", present + missing)));
    }
    return lines;
  }

  /** A cell that is no plain number. */
  private String example(NumberNotation notation) {
    return counts.keySet().stream()
        .filter(cell -> Double.isNaN(number(cell)) && notation.plain(cell) != null)
        .findFirst()
        .orElse("");
  }

  private static String cells(int count, String text) {
    return text.isEmpty() ? "" : String.format(Locale.ROOT, "%,d \"%s\"", count, text);
  }

  /** Whether the column is proposed to be left out. */
  boolean isIgnored() {
    return kind() == Kind.NOTHING;
  }

  /** Whether the column has features. */
  boolean isFeature() {
    return !isIgnored() && !weight;
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
                : numbers == present && ascending
                    ? "counts the rows"
                    : counts.size() == counted
                        ? "another value in each row"
                        : String.format(
                            Locale.ROOT,
                            "%,d different values in %,d cells, as ids and names have",
                            counts.size(),
                            counted);
  }

  /** The type and a remark. */
  String proposal() {
    return switch (kind()) {
      case NOTHING -> "{type: ignore}  # " + reason();
      case NUMBER ->
          (mayBeCategory() ? "{type: number-or-category}" : "{type: number" + notationKey() + "}")
              + found();
      case DATE ->
          "{type: date%s%s}%s"
              .formatted(
                  notationKey(), hasTimes() ? "" : ", parts: [year, month, weekday]", found());
      case TEXT -> "{type: text}" + found();
      case CATEGORY ->
          (counts.size() > FEW_CATEGORIES && counts.size() <= MANY_CATEGORIES
                  ? "{type: category, maxCategories: " + MANY_CATEGORIES + "}"
                  : "{type: category}")
              + found();
      case WEIGHT -> "{type: weight}" + found();
    };
  }

  /** The type on a stream, where nothing is fitted to training rows, and a remark. */
  String ofStream() {
    return switch (kind()) {
      case NOTHING, WEIGHT -> proposal();
      case NUMBER ->
          "{type: number%s, standardise: false, missing: %s}"
                  .formatted(notationKey(), missing() > 0 ? Double.toString(median()) : "zero")
              + found();
      case DATE ->
          "{type: date%s, parts: [month, weekday%s]}"
                  .formatted(notationKey(), hasTimes() ? ", hour" : "")
              + found();
      case TEXT -> "{type: ignore}  # text, whose words are not known beforehand";
      case CATEGORY -> "{type: category, maxCategories: %s}".formatted(apart()) + found();
    };
  }

  /** Whether whole numbers may as well be names, such as grades or codes. */
  private boolean mayBeCategory() {
    return numbers == present
        && present >= MANY_CELLS
        && counts.size() > 2
        && counts.size() <= FEW_VALUES
        && counts.keySet().stream().allMatch(value -> WHOLE.matcher(value).matches());
  }

  private boolean hasTimes() {
    return dates == present ? times > 0 : patterns.hasTimes();
  }

  /** The key that says how cells are written; empty for plain numbers and ISO 8601. */
  private String notationKey() {
    if (kind() == Kind.DATE) {
      return dates == present ? "" : ", notation: \"" + patterns.pattern() + "\"";
    }
    NumberNotation notation = notation();
    return notation == null ? "" : ", notation: " + notation.text();
  }

  /** What was found in the column, as a remark. */
  private String found() {
    String values =
        switch (kind()) {
          case NOTHING -> reason();
          case NUMBER, WEIGHT -> range();
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

  private String range() {
    if (notation() == null) {
      return least + " to " + most;
    }
    double[] all = numbersCounted();
    return all[0] + " to " + all[all.length - 1];
  }

  /** The numbers that were counted, in ascending order. */
  private double[] numbersCounted() {
    NumberNotation notation = notation();
    return counts.entrySet().stream()
        .flatMapToDouble(
            each -> {
              double number = number(each.getKey(), notation);
              return DoubleStream.generate(() -> number).limit(each.getValue());
            })
        .filter(number -> !Double.isNaN(number))
        .sorted()
        .toArray();
  }

  /** The median of the numbers that were counted. */
  private double median() {
    double[] numbersCounted = numbersCounted();
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
      case NOTHING, WEIGHT -> 0;
      case NUMBER, TEXT -> 2; // of variance 1, or of norm 1
      case DATE -> hasTimes() ? 8 : 6; // the year, and a circle for each other part
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
