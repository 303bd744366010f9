package org.filbert.connectors.text;

import java.util.List;
import org.filbert.table.DatePattern;
import org.jspecify.annotations.Nullable;

/** Finds the patterns of dates that all cells of a column follow. */
final class FoundDates {
  private static final List<String> DATES =
      List.of(
          "d/M/uuuu",
          "M/d/uuuu",
          "d.M.uuuu",
          "d-M-uuuu",
          "M-d-uuuu",
          "uuuu/M/d",
          "uuuu.M.d",
          "uuuuMMdd",
          "d/M/uu",
          "M/d/uu",
          "d.M.uu",
          "d MMM uuuu",
          "d-MMM-uuuu",
          "d-MMM-uu",
          "d MMMM uuuu",
          "MMM d, uuuu",
          "MMMM d, uuuu");
  private static final List<String> TIMES =
      List.of("", " H:mm", " H:mm:ss", " H:mm:ss.SSS", " h:mm a", " h:mm:ss a");
  private static final List<DatePattern> ALL =
      DATES.stream()
          .flatMap(date -> TIMES.stream().map(time -> new DatePattern(date + time)))
          .toList();

  private static final int SHORTEST = 6;
  private static final int LONGEST = 40;

  private List<DatePattern> patterns = ALL;

  /** A cell after which there may be no pattern left. */
  void add(String cell) {
    if (!patterns.isEmpty()) {
      patterns =
          isLike(cell)
              ? patterns.stream().filter(each -> each.plain(cell) != null).toList()
              : List.of();
    }
  }

  /** Whether a cell has the length and the digits of a date, which is told quickly. */
  private static boolean isLike(String cell) {
    int digits = 0;
    for (int at = 0; at < Math.min(cell.length(), LONGEST); at++) {
      digits += cell.charAt(at) >= '0' && cell.charAt(at) <= '9' ? 1 : 0;
    }
    return cell.length() >= SHORTEST && cell.length() <= LONGEST && digits > 2;
  }

  /** The pattern; null if there is none, or no cell. */
  @Nullable String pattern() {
    return patterns.isEmpty() || patterns.size() == ALL.size() ? null : patterns.get(0).text();
  }

  /** Another pattern that all cells follow, with the month first; null if there is none. */
  @Nullable String other() {
    String first = pattern();
    return first == null
        ? null
        : patterns.stream()
            .map(DatePattern::text)
            .filter(text -> text.startsWith("M") && first.startsWith("d"))
            .findFirst()
            .orElse(null);
  }

  /** Whether the dates have a time of the day. */
  boolean hasTimes() {
    String pattern = pattern();
    return pattern != null && pattern.contains(":mm");
  }
}
