package org.filbert.jobs.report;

import static org.filbert.jobs.report.Node.element;

import java.util.ArrayList;
import java.util.List;
import org.filbert.jobs.report.Node.Element;

/**
 * The plot of a chart of rows from top to bottom, each with its name on the left, over a horizontal
 * axis.
 */
final class RowPlot {
  private static final int WIDTH = 400;
  private static final int RIGHT = 14;
  private static final int BOTTOM = 40;
  private static final int LONGEST_NAME = 18;
  private static final double CHARACTER = 7.4;

  private final Scale scale;
  private final List<String> names;
  private final double height;
  private final double left;
  private final double bottom;

  /**
   * A plot.
   *
   * @param names of the rows
   * @param height of each
   */
  RowPlot(Scale scale, List<String> names, double height) {
    this.scale = scale;
    this.names = names.stream().map(RowPlot::shortened).toList();
    this.height = height;
    this.left = 10 + CHARACTER * this.names.stream().mapToInt(String::length).max().orElse(0);
    this.bottom = height * names.size() + 4;
  }

  private static String shortened(String name) {
    return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME - 1) + "…";
  }

  double x(double value) {
    return left + scale.position(value) * (WIDTH - RIGHT - left);
  }

  double top(int row) {
    return height * row;
  }

  /** A vertical line through all rows. */
  Element line(double value) {
    return Plot.line(x(value), 0, x(value), bottom);
  }

  /**
   * The drawing, with the grid and the names beneath its content.
   *
   * @param quantity what stands on the axis
   */
  Element svg(String title, String description, String quantity, List<Element> content) {
    List<Element> all = new ArrayList<>();
    all.add(element("title", title));
    all.add(element("desc", description));
    double written = Double.NEGATIVE_INFINITY;
    for (double tick : scale.ticks()) {
      String text = Numbers.brief(tick);
      double half = CHARACTER / 2 * text.length();
      all.add(line(tick).with("class", "grid"));
      if (x(tick) - half > written && x(tick) + half <= WIDTH) {
        all.add(Plot.text(x(tick), bottom + 15, "middle", text));
        written = x(tick) + half + CHARACTER;
      }
    }
    for (int row = 0; row < names.size(); row++) {
      all.add(Plot.text(left - 6, top(row) + height / 2 + 4, "end", names.get(row)));
    }
    all.addAll(content);
    all.add(Plot.text(WIDTH - RIGHT, bottom + 32, "end", quantity).with("class", "name"));
    return element("svg")
        .with("viewBox", "0 0 " + WIDTH + " " + Numbers.coordinate(bottom + BOTTOM))
        .with("role", "img")
        .with("aria-label", title + ": " + description)
        .containing(all);
  }
}
