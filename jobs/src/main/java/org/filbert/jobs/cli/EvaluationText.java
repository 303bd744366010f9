package org.filbert.jobs.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.filbert.jobs.scoring.Evaluation;
import org.filbert.jobs.scoring.Figures;
import org.filbert.jobs.scoring.Importances;
import org.filbert.metrics.Classification;
import org.filbert.metrics.Regression;
import org.filbert.metrics.Threshold;
import org.filbert.store.ModelVersion;
import org.filbert.table.TableCounts;
import org.filbert.text.Coverage;

/** Prints an evaluation as text. */
final class EvaluationText {
  private static final int MAX_CLASSES = 30;
  private static final int MOST_COLUMNS = 30;

  /** Characters for the columns of a confusion matrix, unless that cuts names to fewer than six. */
  private static final int WIDTH = 120;

  private static final int LEAST_NAME = 6;

  private final PrintWriter out;

  EvaluationText(PrintWriter out) {
    this.out = out;
  }

  void print(ModelVersion version, Evaluation evaluation) {
    print("model      %s", version);
    print("rows       %,d", evaluation.rows());
    if (evaluation.weight() != null) {
      print(
          "weights    %s in all: shares and means count rows by their weights, numbers of rows do"
              + " not",
          Figures.number(evaluation.weight()));
    }
    if (evaluation.quarantined() > 0) {
      print(
          "left out   %,d (first: %s)",
          evaluation.quarantined(), String.valueOf(evaluation.firstBad()));
    }
    if (evaluation.farRows() > 0) {
      print("far rows   %,d, beyond what the model has learned from", evaluation.farRows());
    }
    Coverage text = evaluation.text();
    if (text != null) {
      print(
          "n-grams    %,d, %,d not in the vocabulary; %,d empty documents",
          text.nGrams(), text.unknown(), text.empty());
    }
    TableCounts cells = evaluation.cells();
    if (cells != null && cells.allMissing() + cells.allUnseen() > 0) {
      print(
          "cells      %,d missing, %,d of categories that the training rows did not have",
          cells.allMissing(), cells.allUnseen());
    }
    if (evaluation.otherClasses() != null) {
      print("classes    %s", evaluation.otherClasses().text());
    }
    print("");
    if (evaluation.classification() != null) {
      print(evaluation.classification());
    }
    if (evaluation.regression() != null) {
      print(evaluation.regression());
    }
    if (evaluation.importances() != null) {
      print(evaluation.importances());
    }
  }

  private void print(Importances importances) {
    print("");
    print(
        "importances: how much the %s grows from %s when a column is shuffled among %,d rows, by %s"
            + " shuffles",
        importances.by(),
        Figures.number(importances.base()),
        importances.rows(),
        importances.repeats());
    List<List<String>> table = new ArrayList<>();
    table.add(List.of("column", "mean", "deviation"));
    importances.columns().stream()
        .limit(MOST_COLUMNS)
        .forEach(
            column ->
                table.add(
                    List.of(
                        column.name(),
                        Figures.number(column.increase()),
                        Figures.number(column.deviation()))));
    table(table, "  ");
    if (importances.columns().size() > MOST_COLUMNS) {
      print("and %,d more, see --json", importances.columns().size() - MOST_COLUMNS);
    }
  }

  private void print(Classification classes) {
    Figures.of(classes).forEach(this::figure);
    String confused = Figures.confused(classes);
    if (!confused.isEmpty()) {
      figure("confused", confused);
    }
    List<Threshold> thresholds = classes.thresholds();
    if (thresholds != null) {
      print("");
      print("%s", Figures.thresholdsOf(classes));
      table(Figures.thresholds(thresholds), "  ");
    }
    if (classes.classes().size() <= MAX_CLASSES) {
      print("");
      table(Figures.byClass(classes), "  ");
      print("");
      print("confusion: a line for each true class, a column for each predicted class");
      table(confusion(classes.classes(), classes.confusion()), " ");
    }
  }

  private void print(Regression numbers) {
    Figures.of(numbers).forEach(this::figure);
    Figures.coverage(numbers).forEach(line -> figure("interval", line));
    List<Regression.Band> residuals = numbers.residuals();
    if (residuals != null) {
      print("");
      print("truth - prediction by prediction, a tenth of the rows a line: quantiles");
      table(Figures.residuals(residuals), "  ");
    }
  }

  private void figure(String name, String value) {
    print("%-18s %s", name, value);
  }

  private static List<List<String>> confusion(List<String> names, long[][] counts) {
    int most = Math.max(LEAST_NAME, WIDTH / names.size());
    List<List<String>> table = new ArrayList<>();
    List<String> header = new ArrayList<>(List.of(""));
    names.forEach(
        name -> header.add(name.length() <= most ? name : name.substring(0, most - 1) + "…"));
    table.add(header);
    for (int i = 0; i < counts.length; i++) {
      List<String> line = new ArrayList<>(List.of(names.get(i)));
      Arrays.stream(counts[i])
          .mapToObj(count -> count == 0 ? "." : Long.toString(count))
          .forEach(line::add);
      table.add(line);
    }
    return table;
  }

  /** Prints columns that end at the right. */
  private void table(List<List<String>> rows, String gap) {
    int[] widths = new int[rows.get(0).size()];
    rows.forEach(
        row -> Arrays.setAll(widths, column -> Math.max(widths[column], row.get(column).length())));
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < widths.length; column++) {
        String cell = row.get(column);
        line.append(column == 0 ? "" : gap)
            .append(" ".repeat(widths[column] - cell.length()))
            .append(cell);
      }
      print("%s", line);
    }
  }

  private void print(String format, Object... values) {
    out.println(String.format(Locale.ROOT, format, values));
  }
}
