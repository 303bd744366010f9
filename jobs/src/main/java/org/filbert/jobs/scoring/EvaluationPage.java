package org.filbert.jobs.scoring;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.filbert.jobs.report.Bars;
import org.filbert.jobs.report.Node.Element;
import org.filbert.jobs.report.Page;
import org.jspecify.annotations.Nullable;

/**
 * An evaluation as a page.
 *
 * @param model its name and version
 * @param input the rows
 * @param level of the intervals whose coverage was measured; null without intervals
 */
public record EvaluationPage(
    String model, String input, Evaluation evaluation, @Nullable Double level) {

  /** The page. */
  public String html() {
    List<Element> sections = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    if (evaluation.weight() != null) {
      notes.add(QualitySection.WEIGHTED);
    }
    if (evaluation.quarantined() > 0) {
      notes.add(
          String.format(
              Locale.ROOT,
              "%,d bad records were left out (first: %s).",
              evaluation.quarantined(),
              evaluation.firstBad()));
    }
    Evaluation.OtherClasses other = evaluation.otherClasses();
    if (other != null) {
      notes.add(other.text() + ".");
    }
    sections.add(
        new QualitySection(
                String.format(Locale.ROOT, "Quality on %,d rows", evaluation.rows()),
                evaluation.classification(),
                evaluation.regression(),
                level,
                notes)
            .element());
    Importances importances = evaluation.importances();
    if (importances != null) {
      sections.add(section(importances));
    }
    return new Page(model, input, sections).html();
  }

  private static Element section(Importances importances) {
    Bars bars =
        new Bars(
            "Growth of the " + importances.by() + " when a column is shuffled",
            importances.by() + " more than as it is",
            "column",
            importances.columns().stream()
                .map(column -> new Bars.Bar(column.name(), column.increase(), column.deviation()))
                .toList());
    return Page.section(
        "Importances of the columns",
        List.of(
            Page.charts(List.of(bars)),
            Page.note(
                String.format(
                    Locale.ROOT,
                    "Of %,d rows by %d shuffles; as they are, the %s is %s. A line is a standard"
                        + " deviation to both sides. Columns that say the same share their"
                        + " importance.",
                    importances.rows(),
                    importances.repeats(),
                    importances.by(),
                    Figures.number(importances.base())))));
  }
}
