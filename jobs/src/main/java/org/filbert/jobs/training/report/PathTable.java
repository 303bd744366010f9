package org.filbert.jobs.training.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.filbert.jobs.report.Numbers;
import org.jspecify.annotations.Nullable;

/** Results of several ridges or widths as lines of text. */
public final class PathTable {
  private static final String ROW = "%5s %10s %10s %10s %10s%s";

  private PathTable() {}

  public static List<String> lines(List<PathEntry> path) {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add(
        cells(path.get(0).sigma() == null ? null : "sigma", "ridge")
            + String.format(ROW, "epoch", "residual", "train", "validation", "test", ""));
    path.forEach(entry -> lines.add(line(entry)));
    lines.add("");
    return lines;
  }

  private static String line(PathEntry entry) {
    boolean classes = entry.trainError() != null;
    return cells(entry.sigma(), entry.ridge())
        + String.format(
            Locale.ROOT,
            ROW,
            entry.epoch(),
            String.format(Locale.ROOT, "%.4g", entry.relativeResidual()),
            Numbers.error(classes ? entry.trainError() : entry.trainRmse(), classes),
            Numbers.error(classes ? entry.validationError() : entry.validationRmse(), classes),
            Numbers.error(classes ? entry.testError() : entry.testRmse(), classes),
            entry.chosen() ? "  chosen" : "");
  }

  /** Cells with a trial's width and ridge, each with a space after it; none where absent. */
  public static String cells(@Nullable Object sigma, @Nullable Object ridge) {
    return cell(sigma) + cell(ridge);
  }

  private static String cell(@Nullable Object value) {
    return value == null
        ? ""
        : String.format("%9s ", value instanceof Double number ? number(number) : value);
  }

  public static String numbers(List<Double> values) {
    return values.stream().map(PathTable::number).collect(Collectors.joining(", "));
  }

  private static String number(double value) {
    return Float.toString((float) value).replaceFirst("\\.0$", "");
  }
}
