package org.filbert.jobs.training.tuning;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.filbert.jobs.report.Numbers;
import org.filbert.jobs.training.report.SelectionEntry;
import org.filbert.jobs.training.report.Summary;
import org.filbert.metrics.Classification;
import org.filbert.metrics.Threshold;
import org.filbert.train.method.HeldOutQuality;
import org.jspecify.annotations.Nullable;

/**
 * What a model is to be expected to do with new rows, as lines of text: its error by leaving out
 * training rows; and where a class is rare, how well it is found.
 *
 * @param classes whether errors are shares of misclassified rows
 */
record Expectation(Summary summary, boolean classes) {
  /**
   * A class with a smaller share of what it had if all classes were alike is rare, as one of two
   * with a tenth of the rows: an error says little of how well it is found.
   */
  private static final double RARE = 0.2;

  List<String> lines() {
    HeldOutQuality quality = summary.quality();
    List<String> lines =
        new ArrayList<>(
            quality == null || quality.classification() == null
                ? List.of()
                : ofRareClass(quality.classification()));
    String what = classes ? "error" : "RMSE";
    HeldOutQuality leftOut = summary.leftOut();
    List<SelectionEntry> selection = summary.selection();
    if (leftOut != null) {
      lines.add(
          String.format(
              Locale.ROOT,
              "expected %s, by leaving out one row of %,d at a time: %s (standard error %s)",
              what,
              leftOut.rows(),
              Numbers.error(error(leftOut), classes),
              Numbers.error(standardError(leftOut), classes)));
    } else if (selection != null) {
      int rows = selection.get(0).rows();
      lines.add(
          String.format(
              Locale.ROOT,
              "%s of a model of %,d rows, by leaving out one at a time: %s%s",
              what,
              rows,
              Numbers.error(selection.get(0).error(), classes),
              rows < summary.n()
                  ? String.format(Locale.ROOT, "; this one has learned from %,d", summary.n())
                  : ""));
    }
    return lines;
  }

  private static @Nullable Double error(HeldOutQuality quality) {
    return quality.classification() != null
        ? (Double) quality.classification().error()
        : quality.regression() == null ? null : (Double) quality.regression().rmse();
  }

  private static @Nullable Double standardError(HeldOutQuality quality) {
    if (quality.classification() != null) {
      double error = quality.classification().error();
      return Math.sqrt(error * (1 - error) / quality.rows());
    }
    return quality.regression() == null ? null : quality.regression().rmseStandardError();
  }

  private static List<String> ofRareClass(Classification quality) {
    long rows = quality.byClass().stream().mapToLong(Classification.OfClass::support).sum();
    int rarest =
        IntStream.range(0, quality.byClass().size())
            .boxed()
            .filter(i -> quality.byClass().get(i).support() > 0)
            .min(Comparator.comparingLong(i -> quality.byClass().get(i).support()))
            .orElse(0);
    Classification.OfClass rare = quality.byClass().get(rarest);
    if (rare.support() * quality.byClass().size() >= RARE * rows
        || quality.rocAuc() == null
        || quality.averagePrecision() == null) {
      return List.of();
    }
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "class %s is rare, %,d of %,d rows: area under the ROC %.3f, average precision %.3f",
            quality.classes().get(rarest),
            rare.support(),
            rows,
            quality.rocAuc(),
            quality.averagePrecision()));
    boolean one = quality.byClass().stream().filter(c -> c.predicted() > 0).count() == 1;
    List<Threshold> thresholds = quality.thresholds();
    if (one) {
      lines.add("one class is predicted for all of these rows");
    }
    if (thresholds != null && !thresholds.isEmpty()) {
      Threshold best = thresholds.get(0);
      lines.add(
          String.format(
              Locale.ROOT,
              "class %s from a probability of %s on has the best F1, %.3f: precision %.3f, recall"
                  + " %.3f",
              quality.positive(),
              Numbers.brief(best.probability()),
              best.f1(),
              best.precision(),
              best.recall()));
    }
    return lines;
  }
}
