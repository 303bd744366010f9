package org.filbert.connectors.text;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.filbert.table.NumberNotation;
import org.jspecify.annotations.Nullable;

/** Counts which notations the cells of a column may be numbers in. */
final class FoundNumbers {
  /** In the order in which they are preferred. */
  private static final List<NumberNotation> NOTATIONS =
      List.of(
          NumberNotation.COMMA_GROUPS, NumberNotation.BLANK_GROUPS, NumberNotation.POINT_GROUPS);

  /** A share of this many cells must be numbers. */
  private static final double SHARE = 0.95;

  /** No number is longer. */
  private static final int LONGEST = 40;

  private static final int GROUP = 3;

  /** So few texts among numbers stand for missing values. */
  private static final int FEW_TEXTS = 3;

  private final Map<NumberNotation, Integer> others = new EnumMap<>(NumberNotation.class);
  private final Map<NumberNotation, Map<String, Integer>> texts =
      new EnumMap<>(NumberNotation.class);
  private int plain;
  private int pointed;

  FoundNumbers() {
    NOTATIONS.forEach(notation -> texts.put(notation, new TreeMap<>()));
  }

  /** Counts a cell that is a plain number. */
  void addPlain(String cell) {
    plain++;
    int point = cell.indexOf('.');
    boolean group = point > 0 && point <= GROUP && cell.length() - point - 1 == GROUP;
    if ((point >= 0 && !group) || cell.indexOf('e') >= 0 || cell.indexOf('E') >= 0) {
      addText(NumberNotation.POINT_GROUPS, cell);
      pointed++;
    }
  }

  /** Counts another cell. */
  void add(String cell) {
    for (NumberNotation notation : NOTATIONS) {
      if (cell.length() <= LONGEST && notation.plain(cell) != null) {
        others.merge(notation, 1, Integer::sum);
      } else {
        addText(notation, cell);
      }
    }
  }

  private void addText(NumberNotation notation, String cell) {
    Map<String, Integer> found = texts(notation);
    if (found.size() <= FEW_TEXTS) {
      found.merge(cell, 1, Integer::sum);
    }
  }

  /** The cells that are no numbers in a notation; not all if there are more than a few. */
  Map<String, Integer> texts(NumberNotation notation) {
    return Objects.requireNonNull(texts.get(notation));
  }

  /**
   * The notation in which nearly all cells are numbers; null if most are plain, or none.
   *
   * @param cells number of cells with a value
   */
  @Nullable NumberNotation notation(int cells) {
    NumberNotation best = null;
    for (NumberNotation each : NOTATIONS) {
      boolean more = best == null || numbers(each) > numbers(best);
      best = others.containsKey(each) && more ? each : best;
    }
    return best != null && numbers(best) >= SHARE * cells && texts(best).size() <= FEW_TEXTS
        ? best
        : null;
  }

  private int numbers(NumberNotation notation) {
    return others.getOrDefault(notation, 0)
        + plain
        - (notation == NumberNotation.POINT_GROUPS ? pointed : 0);
  }
}
