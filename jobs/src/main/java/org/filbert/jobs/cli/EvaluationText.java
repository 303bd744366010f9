package org.filbert.jobs.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.filbert.jobs.scoring.Evaluation;
import org.filbert.store.ModelVersion;
import org.filbert.table.TableCounts;
import org.filbert.text.Coverage;

/** Prints an evaluation as text. */
final class EvaluationText {
  private static final int MAX_CLASSES = 30;
  private static final int MOST_CONFUSED = 5;

  private final PrintWriter out;

  EvaluationText(PrintWriter out) {
    this.out = out;
  }

  void print(ModelVersion version, Evaluation evaluation) {
    print("model      %s", version);
    print("rows       %,d", evaluation.rows());
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
    Evaluation.OfClasses classes = evaluation.classification();
    if (classes != null) {
      print("error      %.4f %%", 100 * classes.error());
      print("accuracy   %.4f %%", 100 * classes.accuracy());
      print(
          "balanced   %.4f %%: the mean accuracy of the classes", 100 * classes.balancedAccuracy());
      print("macro F1   %.5f", classes.macroF1());
      Double rocAuc = classes.rocAuc();
      Double averagePrecision = classes.averagePrecision();
      if (rocAuc != null && averagePrecision != null) {
        print("AUC        %.5f; of precision and recall %.5f", rocAuc, averagePrecision);
      }
      Evaluation.OfProbabilities probabilities = classes.probabilities();
      if (probabilities != null) {
        print("log-loss   %.5f", probabilities.logLoss());
        print("Brier      %.5f", probabilities.brier());
        print("calibration error %.5f", probabilities.calibrationError());
      }
      mostConfused(classes);
      if (classes.classes().size() <= MAX_CLASSES) {
        print("");
        byClass(classes);
        print("");
        print("confusion: a line for each true class, a column for each predicted class");
        confusion(classes.classes(), classes.confusion());
      }
    }
    Evaluation.OfNumbers numbers = evaluation.regression();
    if (numbers != null) {
      print("RMSE       %.6g", numbers.rmse());
      if (numbers.rmseByTarget() != null) {
        print(
            "  of each  %s",
            numbers.rmseByTarget().stream()
                .map(rmse -> String.format(Locale.ROOT, "%.6g", rmse))
                .collect(Collectors.joining(", ")));
      }
      print("MAE        %.6g", numbers.mae());
      print(
          "R²         %s",
          numbers.r2() == null ? "-" : String.format(Locale.ROOT, "%.5f", numbers.r2()));
      List<Double> coverage = numbers.coverage();
      List<Double> widths = numbers.intervalWidth();
      for (int j = 0; coverage != null && widths != null && j < coverage.size(); j++) {
        print(
            "interval   %.2f %% of the rows lie within, width %.6g",
            100 * coverage.get(j), widths.get(j));
      }
      List<Evaluation.Band> residuals = numbers.residuals();
      if (residuals != null) {
        print("");
        print("truth - prediction by prediction, a tenth of the rows a line: quantiles");
        print("%25s %12s %12s %12s %12s %12s", "prediction", "5 %", "25 %", "50 %", "75 %", "95 %");
        residuals.forEach(this::band);
      }
    }
  }

  private void band(Evaluation.Band band) {
    print(
        "%12s %12s %12s %12s %12s %12s %12s",
        number(band.from()),
        number(band.to()),
        number(band.q05()),
        number(band.q25()),
        number(band.median()),
        number(band.q75()),
        number(band.q95()));
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.5g", value);
  }

  private void mostConfused(Evaluation.OfClasses classes) {
    record Pair(String truth, String predicted, long rows) {}
    List<Pair> pairs = new ArrayList<>();
    long[][] confusion = classes.confusion();
    for (int i = 0; classes.classes().size() > 2 && i < confusion.length; i++) {
      for (int j = 0; j < confusion.length; j++) {
        if (i != j && confusion[i][j] > 0) {
          pairs.add(new Pair(classes.classes().get(i), classes.classes().get(j), confusion[i][j]));
        }
      }
    }
    if (!pairs.isEmpty()) {
      print(
          "confused   %s",
          pairs.stream()
              .sorted(Comparator.comparingLong(Pair::rows).reversed())
              .limit(MOST_CONFUSED)
              .map(pair -> pair.truth + " as " + pair.predicted + " " + pair.rows)
              .collect(Collectors.joining(", ")));
    }
  }

  private void byClass(Evaluation.OfClasses classes) {
    int width = classes.classes().stream().mapToInt(String::length).max().orElse(1);
    width = Math.max(width, "class".length());
    print("%s precision  recall      F1      rows", right("class", width));
    for (int i = 0; i < classes.classes().size(); i++) {
      Evaluation.OfClass own = classes.byClass().get(i);
      print(
          "%s   %.5f %.5f %.5f %,9d",
          right(classes.classes().get(i), width),
          own.precision(),
          own.recall(),
          own.f1(),
          own.support());
    }
  }

  private void confusion(List<String> names, long[][] counts) {
    int width = names.stream().mapToInt(String::length).max().orElse(1);
    long largest = 0;
    for (long[] row : counts) {
      for (long count : row) {
        largest = Math.max(largest, count);
      }
    }
    int cell = 1 + Math.max(Long.toString(largest).length(), Math.min(width, 4));
    StringBuilder header = new StringBuilder(" ".repeat(width));
    for (String name : names) {
      header.append(right(name.length() < cell ? name : name.substring(0, cell - 1), cell));
    }
    print("%s", header);
    for (int i = 0; i < counts.length; i++) {
      StringBuilder line = new StringBuilder(right(names.get(i), width));
      for (long count : counts[i]) {
        line.append(right(count == 0 ? "." : Long.toString(count), cell));
      }
      print("%s", line);
    }
  }

  private static String right(String text, int width) {
    return " ".repeat(Math.max(0, width - text.length())) + text;
  }

  private void print(String format, Object... values) {
    out.println(String.format(Locale.ROOT, format, values));
  }
}
