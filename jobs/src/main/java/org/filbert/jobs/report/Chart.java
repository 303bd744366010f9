package org.filbert.jobs.report;

import static org.filbert.jobs.report.Node.element;

import java.util.ArrayList;
import java.util.List;
import org.filbert.jobs.report.Node.Element;

/** A drawing with its legend, and its numbers as a table for whoever does not see it. */
public sealed interface Chart permits LineChart, StackedBars {
  String title();

  /** In words what there is to see. */
  String description();

  /** Names of the colours, in the order of the styles {@code s0}, {@code s1}, … */
  List<String> legend();

  Element drawing();

  Table data();

  /** All of it; a single colour goes without a legend. */
  default Element figure() {
    List<Element> entries = new ArrayList<>();
    for (int i = 0; legend().size() > 1 && i < legend().size(); i++) {
      Element swatch =
          element("svg", Plot.line(1, 6, 23, 6).with("class", "line " + style(i)))
              .with("viewBox", "0 0 24 12")
              .with("class", "swatch")
              .with("aria-hidden", "true");
      entries.add(element("li", swatch, Node.text(legend().get(i))));
    }
    return element(
        "figure",
        element("figcaption", title()),
        element("ul").with("class", "legend").containing(entries),
        drawing(),
        element("details", element("summary", "Numbers"), data().box()));
  }

  /** The styles come round again after the eighth. */
  static String style(int series) {
    return "s" + series % 8;
  }
}
