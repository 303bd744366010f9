package org.filbert.jobs.report;

import static org.filbert.jobs.report.Node.element;

import java.util.List;
import org.filbert.jobs.report.Node.Element;

/** A drawing with its legend, and its numbers as a table for whoever does not see it. */
public sealed interface Chart permits LineChart, StackedBars {
  String title();

  /** In words what there is to see. */
  String description();

  /** What the colours stand for. */
  List<Entry> legend();

  /**
   * A colour of the legend.
   *
   * @param style number of the colour; they come round again after the ninth
   * @param mark what is drawn in it: {@code line}, {@code bar} or {@code mark}
   */
  record Entry(String name, int style, String mark) {
    Element element() {
      Element swatch =
          Node.element("svg", Plot.line(1, 6, 23, 6).with("class", Chart.style(mark, style)))
              .with("viewBox", "0 0 24 12")
              .with("class", "swatch")
              .with("aria-hidden", "true");
      return Node.element("li", swatch, Node.text(name));
    }
  }

  Element drawing();

  Table data();

  /** All of it; a single colour goes without a legend. */
  default Element figure() {
    List<Element> entries =
        legend().size() > 1 ? legend().stream().map(Entry::element).toList() : List.of();
    return element(
        "figure",
        element("figcaption", title()),
        element("ul").with("class", "legend").containing(entries),
        drawing(),
        element("details", element("summary", "Numbers"), data().box()));
  }

  /** Names for the style sheet. */
  static String style(String mark, int style) {
    return mark + " s" + style % 9;
  }
}
