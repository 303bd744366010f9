package org.filbert.jobs.training.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.filbert.data.Outputs;
import org.filbert.jobs.report.Node.Element;
import org.filbert.jobs.report.Numbers;
import org.filbert.jobs.report.Page;
import org.filbert.jobs.report.Table;
import org.filbert.selection.Candidate;
import org.filbert.selection.Selection;
import org.jspecify.annotations.Nullable;

/**
 * A kernel with its best ridge, judged by leaving out each row of a sample of training rows.
 *
 * @param rows of the sample
 * @param error share of the rows that the others assign to a wrong class, or root mean squared
 *     error of numbers
 * @param brier mean squared error of (1 + score)/2 as the probability of the second of two classes,
 *     of more classes summed over all; of numbers absent
 * @param logLoss of probabilities that are fitted to the scores; of numbers absent
 */
public record SelectionEntry(
    String kernel,
    double ridge,
    int rows,
    double error,
    @Nullable Double brier,
    @Nullable Double logLoss) {
  private static final List<String> HEADER =
      List.of("kernel", "ridge", "rows", "error", "Brier", "log-loss");
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
        classes ? (Double) (outputs.columns() * candidate.meanSquare() / 4) : null,
        candidate.logLoss());
  }

  /** The first entries as lines of text. */
  public static List<String> lines(List<SelectionEntry> entries) {
    List<String> lines = new ArrayList<>();
    lines.add(
        entries.size() == 1
            ? "judged by leaving out one row of a sample at a time"
            : "chosen by leaving out one row of a sample at a time, the first of");
    lines.add(line(HEADER));
    entries.stream().limit(SHOWN).forEach(entry -> lines.add(line(entry.cells())));
    if (entries.size() > SHOWN) {
      lines.add("  and %s more, see plan.json".formatted(entries.size() - SHOWN));
    }
    return lines;
  }

  /** The section of a page. */
  static Element section(List<SelectionEntry> entries) {
    return Page.section(
        "Choice of kernel and ridge",
        List.of(
            Page.tables(
                List.of(
                    new Table(
                        "Each row of a sample left out at a time; the first candidate is chosen",
                        HEADER,
                        entries.stream().map(SelectionEntry::cells).toList())))));
  }

  private static String line(List<String> cells) {
    return String.format(Locale.ROOT, "  %-60s %10s %6s %10s %8s %8s", cells.toArray())
        .stripTrailing();
  }

  private List<String> cells() {
    return List.of(
        Numbers.briefly(kernel),
        String.format(Locale.ROOT, "%.2g", ridge),
        Integer.toString(rows),
        Numbers.error(error, brier != null),
        decimals(brier),
        decimals(logLoss));
  }

  private static String decimals(@Nullable Double value) {
    return value == null ? "" : String.format(Locale.ROOT, "%.4f", value);
  }
}
