package org.filbert.jobs.training;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.filbert.jobs.report.Numbers;
import org.filbert.model.Outputs;
import org.filbert.selection.Candidate;
import org.filbert.selection.Selection;
import org.jspecify.annotations.Nullable;

/**
 * A kernel with its best ridge, judged by leaving out each row of a sample of training rows.
 *
 * @param rows of the sample
 * @param error share of the rows that the others assign to a wrong class, or root mean squared
 *     error of numbers
 * @param brier mean squared error of (1 + score)/2 as the probability of a class; of numbers absent
 */
record SelectionEntry(String kernel, double ridge, int rows, double error, @Nullable Double brier) {
  private static final String ROW = "  %-60s %10s %6s %10s %8s";
  private static final int SHOWN = 10;

  /** The candidates, the chosen one first; none without a choice. */
  static List<SelectionEntry> all(@Nullable Selection selection, Outputs outputs) {
    return selection == null
        ? List.of()
        : selection.candidates().stream().map(candidate -> of(candidate, outputs)).toList();
  }

  private static SelectionEntry of(Candidate candidate, Outputs outputs) {
    boolean classes = outputs instanceof Outputs.Classes;
    return new SelectionEntry(
        candidate.kernel().toString(),
        candidate.ridge(),
        candidate.rows(),
        candidate.error(outputs),
        classes ? (Double) (candidate.meanSquare() / 4) : null);
  }

  /** The first entries as lines of text. */
  static List<String> lines(List<SelectionEntry> entries) {
    List<String> lines = new ArrayList<>();
    lines.add("chosen by leaving out one row of a sample at a time, the first of");
    lines.add(String.format(ROW, "kernel", "ridge", "rows", "error", "Brier"));
    entries.stream().limit(SHOWN).map(SelectionEntry::line).forEach(lines::add);
    if (entries.size() > SHOWN) {
      lines.add("  and %s more, see plan.json".formatted(entries.size() - SHOWN));
    }
    return lines;
  }

  private String line() {
    return String.format(
        Locale.ROOT,
        ROW,
        kernel,
        String.format(Locale.ROOT, "%.2g", ridge),
        rows,
        Numbers.error(error, brier != null),
        brier == null ? "" : String.format(Locale.ROOT, "%.4f", brier));
  }
}
