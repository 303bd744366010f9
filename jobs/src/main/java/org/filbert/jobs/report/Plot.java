package org.filbert.jobs.report;

import static org.filbert.jobs.report.Node.element;

import java.util.ArrayList;
import java.util.List;
import org.filbert.jobs.report.Node.Element;

/**
 * The frame of a chart: grid, marks and labels around the drawing area.
 *
 * @param y scale from bottom to top
 * @param xMarks labels from left to right
 */
record Plot(Scale y, String yLabel, List<Mark> xMarks, String xLabel) {
  /**
   * A label under the chart.
   *
   * @param position from 0, the left edge, to 1
   */
  record Mark(double position, String label) {}

  private static final int WIDTH = 400;
  private static final int HEIGHT = 250;
  private static final int LEAST_LEFT = 48;
  private static final int RIGHT = 12;
  private static final int TOP = 24;
  private static final int BOTTOM = 40;

  /** Half the width of a digit, so that labels stay inside. */
  private static final double HALF_CHARACTER = 3.7;

  /** Where the drawing area begins: after the longest label of the vertical axis. */
  private double left() {
    int longest = y.ticks().stream().mapToInt(tick -> Numbers.brief(tick).length()).max().orElse(0);
    return Math.max(LEAST_LEFT, 2 * HALF_CHARACTER * longest + 10);
  }

  double x(double position) {
    return left() + position * (WIDTH - left() - RIGHT);
  }

  double y(double value) {
    return HEIGHT - BOTTOM - y.position(value) * (HEIGHT - TOP - BOTTOM);
  }

  /** The whole drawing. Its description is stored as the ARIA label. */
  Element svg(String title, String description, List<Element> content) {
    List<Element> all = new ArrayList<>();
    all.add(element("title", title));
    all.add(element("desc", description));
    for (double tick : y.ticks()) {
      all.add(line(left(), y(tick), WIDTH - RIGHT, y(tick)).with("class", "grid"));
      all.add(text(left() - 6, y(tick) + 4, "end", Numbers.brief(tick)));
    }
    for (Mark mark : xMarks) {
      double at = x(mark.position());
      all.add(line(at, HEIGHT - BOTTOM, at, HEIGHT - BOTTOM + 4).with("class", "axis"));
      double room = WIDTH - HALF_CHARACTER * mark.label().length();
      all.add(text(Math.min(at, room), HEIGHT - BOTTOM + 17, "middle", mark.label()));
    }
    all.add(line(left(), HEIGHT - BOTTOM, WIDTH - RIGHT, HEIGHT - BOTTOM).with("class", "axis"));
    all.add(text(4, 12, "start", yLabel).with("class", "name"));
    all.add(text(WIDTH - RIGHT, HEIGHT - 4, "end", xLabel).with("class", "name"));
    all.addAll(content);
    return element("svg")
        .with("viewBox", "0 0 " + WIDTH + " " + HEIGHT)
        .with("role", "img")
        .with("aria-label", title + ": " + description)
        .containing(all);
  }

  /** A vertical line over the full height. */
  Element upright(double position) {
    return line(x(position), TOP, x(position), HEIGHT - BOTTOM);
  }

  /** A text that begins, ends or has its middle at a place. */
  static Element text(double x, double y, String anchor, String text) {
    return element("text", text)
        .with("x", Numbers.coordinate(x))
        .with("y", Numbers.coordinate(y))
        .with("text-anchor", anchor);
  }

  static Element line(double x1, double y1, double x2, double y2) {
    return element("line")
        .with("x1", Numbers.coordinate(x1))
        .with("y1", Numbers.coordinate(y1))
        .with("x2", Numbers.coordinate(x2))
        .with("y2", Numbers.coordinate(y2));
  }
}
