package org.filbert.jobs.training.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.filbert.jobs.report.Axis;
import org.filbert.jobs.report.Axis.Kind;
import org.filbert.jobs.report.Chart;
import org.filbert.jobs.report.LineChart;
import org.filbert.jobs.report.Node.Element;
import org.filbert.jobs.report.Page;
import org.filbert.jobs.report.Series;
import org.filbert.jobs.report.Table;
import org.jspecify.annotations.Nullable;

/** The trials that settings were chosen from, as a table and as charts. */
public record ChoiceReport(Choice choice) {
  /** A ratio from which values are shown on a logarithmic axis. */
  private static final double WIDE = 10;

  /** A header, and a row for each trial. */
  List<List<String>> table() {
    List<String> keys = keys();
    boolean shares = choice.trials().stream().anyMatch(trial -> trial.budget() < 1);
    List<List<String>> table = new ArrayList<>();
    List<String> header = new ArrayList<>(List.of("trial"));
    header.addAll(keys);
    if (shares) {
      header.add("budget");
    }
    header.addAll(List.of(choice.by(), "epochs", "seconds", ""));
    table.add(header);
    for (TunedTrial trial : choice.trials()) {
      List<String> row = new ArrayList<>(List.of(Integer.toString(trial.trial())));
      keys.forEach(key -> row.add(trial.settings().getOrDefault(key, "")));
      if (shares) {
        row.add(String.format(Locale.ROOT, "%.3g", trial.budget()));
      }
      row.add(trial.value() == null ? "failed" : number(trial.value()));
      row.add(Integer.toString(trial.epochs()));
      row.add(String.format(Locale.ROOT, "%.1f", trial.seconds()));
      row.add(trial.failure() != null ? trial.failure() : trial.chosen() ? "chosen" : "");
      table.add(row);
    }
    return table;
  }

  /** The table as lines of text. */
  public List<String> lines() {
    List<List<String>> rows = table();
    List<String> lines = new ArrayList<>(List.of(""));
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int j = 0; j < row.size(); j++) {
        int column = j;
        int width = rows.stream().mapToInt(each -> each.get(column).length()).max().orElse(0);
        boolean last = j == row.size() - 1;
        line.append(last ? "  " + row.get(j) : " ".repeat(width - row.get(j).length()) + row.get(j))
            .append(last ? "" : "  ");
      }
      lines.add(line.toString().stripTrailing());
    }
    lines.add("");
    return lines;
  }

  /** The table as a file of comma-separated values, which are the same in every run. */
  public String csv() {
    List<String> keys = keys();
    List<String> header = new ArrayList<>(List.of("trial"));
    header.addAll(keys);
    header.addAll(List.of("budget", choice.by(), "validationError", "epochs", "failure", "chosen"));
    StringBuilder text = new StringBuilder(line(header));
    for (TunedTrial trial : choice.trials()) {
      List<String> row = new ArrayList<>(List.of(Integer.toString(trial.trial())));
      keys.forEach(key -> row.add(trial.settings().getOrDefault(key, "")));
      row.add(Double.toString(trial.budget()));
      row.add(Objects.toString(trial.value(), ""));
      row.add(Objects.toString(trial.validationError(), ""));
      row.add(Integer.toString(trial.epochs()));
      row.add(Objects.toString(trial.failure(), ""));
      row.add(Boolean.toString(trial.chosen()));
      text.append(line(row));
    }
    return text.toString();
  }

  private static String line(List<String> cells) {
    return cells.stream().map(ChoiceReport::quoted).collect(Collectors.joining(",", "", "\n"));
  }

  private static String quoted(String cell) {
    return cell.matches("[^\",\r\n]*") ? cell : '"' + cell.replace("\"", "\"\"") + '"';
  }

  private List<String> keys() {
    return choice.trials().stream()
        .flatMap(trial -> trial.settings().keySet().stream())
        .distinct()
        .toList();
  }

  /** A value of what is chosen by, in five digits. */
  public static String number(double value) {
    return String.format(Locale.ROOT, "%.5g", value);
  }

  /** The section of a page. */
  Element section() {
    List<List<String>> rows = table();
    Table trials =
        new Table(choice.trials().size() + " trials", rows.get(0), rows.subList(1, rows.size()));
    return Page.section(
        "Choice of settings", List.of(Page.charts(charts()), Page.tables(List.of(trials))));
  }

  /** The values of all trials, and for each key of numbers the best value at each of them. */
  private List<Chart> charts() {
    List<TunedTrial> whole =
        choice.trials().stream()
            .filter(trial -> trial.value() != null && trial.budget() == 1)
            .toList();
    Axis height = new Axis(choice.by(), Kind.LINEAR);
    List<Chart> charts = new ArrayList<>();
    charts.add(
        new LineChart(
            "Trials",
            new Axis("trial", Kind.WHOLE),
            height,
            List.of(Series.of(choice.by(), whole, TunedTrial::trial, TunedTrial::value))));
    for (String key : keys()) {
      TreeMap<Double, Double> best = new TreeMap<>();
      for (TunedTrial trial : whole) {
        Double x = finite(trial.settings().getOrDefault(key, ""));
        Double y = trial.value();
        if (x != null && y != null) {
          best.merge(x, y, choice.higherIsBetter() ? Math::max : Math::min);
        }
      }
      if (best.size() > 1) {
        boolean wide = best.firstKey() > 0 && best.lastKey() / best.firstKey() > WIDE;
        charts.add(
            new LineChart(
                "Best by " + key,
                new Axis(key, wide ? Kind.LOGARITHMIC : Kind.LINEAR),
                height,
                List.of(Series.of(choice.by(), List.copyOf(best.keySet()), x -> x, best::get))));
      }
    }
    return charts;
  }

  private static @Nullable Double finite(String text) {
    try {
      double value = Double.parseDouble(text);
      return Double.isFinite(value) ? value : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
