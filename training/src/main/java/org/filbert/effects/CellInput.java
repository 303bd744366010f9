package org.filbert.effects;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.filbert.data.Features;
import org.filbert.table.CategoryColumn;
import org.filbert.table.CellKind;
import org.filbert.table.CellNotation;
import org.filbert.table.DatePattern;
import org.filbert.table.NumberColumn;
import org.filbert.table.TableColumn;
import org.jspecify.annotations.Nullable;

/**
 * A column of a table: numbers, points in time or categories.
 *
 * @param cell its place
 */
record CellInput(TableColumn column, int cell, int from, int to) implements VariedInput {
  /** Categories at most. */
  static final int CATEGORIES = 8;

  static final String MISSING = "(missing)";

  @Override
  public String name() {
    return column.name();
  }

  @Override
  public Effect.Kind kind() {
    return column.encoder() instanceof CategoryColumn
        ? Effect.Kind.CATEGORY
        : cells().isTime() ? Effect.Kind.TIME : Effect.Kind.NUMBER;
  }

  private CellKind cells() {
    return column.encoder().cells();
  }

  @Override
  public List<Level> levels(List<Features> records) {
    List<@Nullable String> found = new ArrayList<>();
    records.forEach(record -> found.add(((Features.Cells) record).cell(cell)));
    return kind() == Effect.Kind.CATEGORY ? categories(found) : quantiles(found);
  }

  private List<Level> quantiles(List<@Nullable String> found) {
    Map<Double, String> byValue = new HashMap<>();
    List<Double> values = new ArrayList<>();
    for (String text : found) {
      if (text != null && at(text) < limit()) {
        double value = at(text);
        values.add(value);
        byValue.merge(value, text, (one, other) -> one.compareTo(other) <= 0 ? one : other);
      }
    }
    double[] grid = NumberGrid.of(values.stream().mapToDouble(value -> value).toArray());
    return Arrays.stream(grid)
        .mapToObj(value -> level(Objects.requireNonNull(byValue.get(value)), value))
        .toList();
  }

  /** Numbers of at least this size count as missing. */
  private double limit() {
    return column.encoder() instanceof NumberColumn number && number.limit() != null
        ? number.limit()
        : Double.POSITIVE_INFINITY;
  }

  private double at(String text) {
    return cells().isTime() ? time(text).toEpochSecond(ZoneOffset.UTC) : CellKind.number(text);
  }

  private LocalDateTime time(String text) {
    return Objects.requireNonNull(cells().time(text));
  }

  private List<Level> categories(List<@Nullable String> found) {
    Map<@Nullable String, Integer> counts = new HashMap<>();
    found.forEach(text -> counts.merge(text, 1, Integer::sum));
    List<@Nullable String> frequent =
        counts.entrySet().stream()
            .sorted(
                Map.Entry.<@Nullable String, Integer>comparingByValue()
                    .reversed()
                    .thenComparing(
                        Map.Entry.comparingByKey(Comparator.nullsLast(Comparator.naturalOrder()))))
            .limit(CATEGORIES)
            .<@Nullable String>map(Map.Entry::getKey)
            .toList();
    return IntStream.range(0, frequent.size()).mapToObj(i -> level(frequent.get(i), i)).toList();
  }

  private Level level(@Nullable String text, double at) {
    return new Level(
        new Effect.Value(text == null ? MISSING : written(text), at),
        record -> replaced((Features.Cells) record, text));
  }

  /** A cell as the table has it. */
  private String written(String text) {
    if (!cells().isTime()) {
      return text;
    }
    if (cells() != CellKind.ISO_DATE) {
      return time(text).toString(); // nobody reads seconds since 1970
    }
    String notation = column.notation();
    return notation != null && CellNotation.of(cells(), notation) instanceof DatePattern pattern
        ? pattern.written(time(text))
        : text;
  }

  private Features replaced(Features.Cells record, @Nullable String text) {
    List<@Nullable String> cells = new ArrayList<>(record.count());
    for (int j = 0; j < record.count(); j++) {
      cells.add(j == cell ? text : record.cell(j));
    }
    return Features.Cells.of(cells);
  }
}
