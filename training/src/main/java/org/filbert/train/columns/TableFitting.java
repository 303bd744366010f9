package org.filbert.train.columns;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.filbert.data.RefusedException;
import org.filbert.shard.TableReport;
import org.filbert.table.CategoryColumn;
import org.filbert.table.CellKind;
import org.filbert.table.ColumnEncoder;
import org.filbert.table.DateColumn;
import org.filbert.table.DatePart;
import org.filbert.table.NumberColumn;
import org.filbert.table.TableColumn;
import org.filbert.table.TableEncoder;
import org.filbert.table.TextColumn;
import org.filbert.train.columns.TableTasks.Series;
import org.filbert.workers.Workers;
import org.jspecify.annotations.Nullable;

/**
 * Fits the columns of a table to the training rows. The result does not depend on the number of
 * workers: sums are exact, the rest is counted.
 */
public final class TableFitting {
  /** Most distinct values of a column whose most frequent one is sought. */
  private static final int MOST_VALUES = 100_000;

  private final TableOptions options;
  private final Workers workers;
  private final List<TableOptions.Column> columns;
  private final List<String> notices = new ArrayList<>();

  public TableFitting(TableOptions options, Workers workers) {
    this.options = options;
    this.workers = workers;
    this.columns = options.features();
  }

  /** Fits an encoder of the features. */
  public TableEncoder fit() {
    long rows = refuseUnusable();
    Moments all = Moments.of(series(), workers);
    FarCells far = FarCells.among(all, workers);
    Moments moments =
        far.limits().isEmpty()
            ? all
            : Moments.of(all.series().stream().map(far::without).toList(), workers);
    far.remarks()
        .forEach((j, remark) -> notices.add("column " + columns.get(j).name() + ": " + remark));
    Map<Integer, Double> medians =
        Medians.of(medianSeries().stream().map(far::without).toList(), workers);
    List<TableColumn> fitted = new ArrayList<>();
    for (int j = 0; j < columns.size(); j++) {
      TableOptions.Column column = columns.get(j);
      ColumnKind kind = column.kind();
      ColumnEncoder encoder;
      if (kind instanceof ColumnKind.Numbers number) {
        encoder =
            number(far.without(new Series(j, CellKind.NUMBER, null)), number, moments, medians);
      } else if (kind instanceof ColumnKind.Category category) {
        encoder = category(j, category);
      } else if (kind instanceof ColumnKind.Date date) {
        encoder = date(j, date, moments);
      } else {
        TextOptions text = ((ColumnKind.Text) kind).options();
        encoder = new TextColumn(new TextFitting(text, workers, j).encoding(rows));
      }
      fitted.add(
          new TableColumn(
              column.name(),
              kind.missing().rule() == Fill.Rule.REFUSE,
              encoder,
              ColumnKind.text(kind.notation()),
              column.type()));
    }
    return new TableEncoder(fitted, options.missing());
  }

  /** A column as categories, whatever the options say of it. */
  public TableColumn asCategories(String name) {
    int j = columns.stream().map(TableOptions.Column::name).toList().indexOf(name);
    return new TableColumn(
        name,
        false,
        category(
            j, new ColumnKind.Category(Fill.of(Fill.Rule.ZERO), false, ColumnKind.MOST_CATEGORIES)),
        null,
        columns.get(j).type());
  }

  /** What the fit found that the user should know, a line each. */
  public List<String> notices() {
    return List.copyOf(notices);
  }

  private long refuseUnusable() {
    TableTasks.Count.Present count =
        workers.gather(new TableTasks.Count(columns.size())).stream()
            .reduce(TableTasks.Count.Present::merge)
            .orElseThrow();
    if (count.rows() == 0) {
      throw new RefusedException("the training data have no usable row");
    }
    if (count.others() > 0) {
      throw new RefusedException(
          "preprocessing.columns needs records of cells, found %s training rows of numbers or text"
              .formatted(count.others()));
    }
    for (int j = 0; j < columns.size(); j++) {
      if (count.present()[j] == 0) {
        throw new RefusedException(
            "column %s has no value in %s training rows; type: ignore leaves it out"
                .formatted(columns.get(j).name(), count.rows()));
      }
    }
    return count.rows();
  }

  private List<Series> series() {
    List<Series> series = new ArrayList<>();
    for (int j = 0; j < columns.size(); j++) {
      ColumnKind kind = columns.get(j).kind();
      if (kind instanceof ColumnKind.Numbers) {
        series.add(new Series(j, CellKind.NUMBER, null));
      } else if (kind instanceof ColumnKind.Date date) {
        for (DatePart part : date.parts()) {
          if (!date.cycles() || !part.hasCycle()) {
            series.add(new Series(j, date.cells(), part));
          }
        }
      }
    }
    return series;
  }

  private List<Series> medianSeries() {
    List<Series> series = new ArrayList<>();
    for (int j = 0; j < columns.size(); j++) {
      if (columns.get(j).kind() instanceof ColumnKind.Numbers number
          && number.missing().rule() == Fill.Rule.MEDIAN) {
        series.add(new Series(j, CellKind.NUMBER, null));
      }
    }
    return series;
  }

  private NumberColumn number(
      Series series, ColumnKind.Numbers number, Moments moments, Map<Integer, Double> medians) {
    int j = series.column();
    double mean = moments.mean(series);
    double fill =
        switch (number.missing().rule()) {
          case MEAN -> mean;
          case MEDIAN -> medians.getOrDefault(j, mean);
          case MOST_FREQUENT ->
              CellKind.number(
                  mostFrequent(
                      j,
                      true,
                      Comparator.comparingDouble((String value) -> CellKind.number(value))));
          case CONSTANT -> CellKind.number(number.missing().constant());
          case ZERO, REFUSE -> 0;
        };
    return new NumberColumn(
        fill,
        number.standardise() ? mean : 0,
        number.standardise() ? moments.factor(series) : 1,
        number.indicator(),
        Double.isFinite(series.limit()) ? (Double) series.limit() : null);
  }

  private CategoryColumn category(int j, ColumnKind.Category category) {
    TableTasks.CountValues.Values values = values(j, false, category.maxCategories());
    @Nullable String fill =
        switch (category.missing().rule()) {
          case MOST_FREQUENT ->
              values.tooMany()
                  ? mostFrequent(j, false, Comparator.<String>naturalOrder())
                  : mostFrequent(values.counts(), Comparator.<String>naturalOrder());
          case CONSTANT -> known(j, category.missing().constant(), values);
          default -> null;
        };
    return new CategoryColumn(
        List.copyOf(values.counts().keySet()),
        values.tooMany() ? category.maxCategories() : 0,
        fill,
        category.indicator());
  }

  private String known(int j, String constant, TableTasks.CountValues.Values values) {
    if (!values.tooMany() && !values.counts().containsKey(constant)) {
      throw new RefusedException(
          "column %s has missing: \"%s\", which is no category of the training rows; allowed one of these, zero, most-frequent or refuse; indicator: true gives missing cells a feature of their own"
              .formatted(columns.get(j).name(), constant));
    }
    return constant;
  }

  private static DateColumn date(int j, ColumnKind.Date date, Moments moments) {
    double[] centres = new double[date.parts().size()];
    double[] factors = new double[centres.length];
    Arrays.fill(factors, 1);
    for (int p = 0; p < centres.length; p++) {
      DatePart part = date.parts().get(p);
      if (!date.cycles() || !part.hasCycle()) {
        Series series = new Series(j, date.cells(), part);
        centres[p] = moments.mean(series);
        factors[p] = moments.factor(series);
      }
    }
    return new DateColumn(
        date.cells(), date.parts(), date.cycles(), centres, factors, date.indicator());
  }

  private TableTasks.CountValues.Values values(int column, boolean numbers, int limit) {
    return workers.gather(new TableTasks.CountValues(column, numbers, limit)).stream()
        .reduce((a, b) -> a.merge(b, limit))
        .orElseThrow();
  }

  private String mostFrequent(int j, boolean numbers, Comparator<String> order) {
    TableTasks.CountValues.Values values = values(j, numbers, MOST_VALUES);
    if (values.tooMany()) {
      throw new RefusedException(
          "column %s has more than %s distinct values, of which missing: most-frequent finds none; mean, median or a constant are allowed for numbers, zero or a constant for categories"
              .formatted(columns.get(j).name(), MOST_VALUES));
    }
    return mostFrequent(values.counts(), order);
  }

  private static String mostFrequent(Map<String, Long> counts, Comparator<String> order) {
    long most = counts.values().stream().mapToLong(Long::longValue).max().orElseThrow();
    return counts.keySet().stream()
        .filter(value -> counts.getOrDefault(value, 0L) == most)
        .min(order)
        .orElseThrow();
  }

  /** Encodes the workers' records. */
  public static TableReport encode(TableEncoder encoder, Workers workers) {
    return workers.gather(new TableTasks.EncodeCells(encoder)).stream()
        .reduce(TableReport::plus)
        .orElseThrow();
  }
}
