package org.filbert.jobs.report;

import static org.filbert.jobs.report.Node.element;

import java.util.List;
import org.filbert.jobs.report.Node.Element;

/** A drawing with its legend. The description and table of numbers serve blind readers. */
public interface Chart {
  String title();

  /** Describes the content in words. */
  String description();

  /** Meaning of the colours. */
  List<Entry> legend();

  /**
   * An entry of the legend.
   *
   * @param style number of the colour; there are nine colours, used in turn
   * @param mark shape: {@code line}, {@code bar} or {@code mark}
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

  /** The figure. A chart with one colour has no legend. */
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

  /** CSS classes of a shape and colour. */
  static String style(String mark, int style) {
    return mark + " s" + style % 9;
  }
}
