package org.filbert.jobs.report;

import static org.filbert.jobs.report.Node.element;

import java.util.ArrayList;
import java.util.List;
import org.filbert.jobs.report.Node.Element;

/**
 * A chart of points with whiskers, from top to bottom, each with its label.
 *
 * @param kind what the labels are
 * @param quantity what stands on the horizontal axis
 * @param bands with the same labels
 * @param reach numbers that the horizontal axis has room for, too
 */
public record Whiskers(
    String title, String kind, String quantity, List<Band> bands, List<Double> reach)
    implements Chart {
  private static final int WIDTH = 400;
  private static final int RIGHT = 14;
  private static final int STEP = 13;
  private static final int SPACE = 9;
  private static final int BOTTOM = 40;
  private static final int LONGEST_LABEL = 18;
  private static final double CHARACTER = 7.4;

  public Whiskers {
    bands = List.copyOf(bands);
    reach = List.copyOf(reach);
  }

  @Override
  public String description() {
    return Band.told(bands, kind, quantity);
  }

  @Override
  public List<Entry> legend() {
    return Band.legend(bands, "whisker");
  }

  @Override
  public Element drawing() {
    List<Band.Point> labels = bands.get(0).points();
    int longest = labels.stream().mapToInt(point -> shortened(point).length()).max().orElse(0);
    double left = 10 + CHARACTER * longest;
    Scale scale = Band.scale(bands, reach);
    int height = STEP * bands.size() + SPACE;
    double bottom = height * labels.size() + 4;
    List<Element> content = new ArrayList<>();
    content.add(element("title", title));
    content.add(element("desc", description()));
    double written = Double.NEGATIVE_INFINITY;
    for (double tick : scale.ticks()) {
      double x = x(scale, left, tick);
      String text = Numbers.brief(tick);
      double half = CHARACTER / 2 * text.length();
      content.add(Plot.line(x, 0, x, bottom).with("class", "grid"));
      if (x - half > written && x + half <= WIDTH) {
        content.add(Plot.text(x, bottom + 15, "middle", text));
        written = x + half + CHARACTER;
      }
    }
    for (int label = 0; label < labels.size(); label++) {
      double top = height * label;
      content.add(Plot.text(left - 6, top + height / 2.0 + 4, "end", shortened(labels.get(label))));
      for (int i = 0; i < bands.size(); i++) {
        double middle = top + SPACE / 2.0 + STEP * (i + 0.5);
        content.addAll(whisker(bands.get(i).points().get(label), scale, left, middle, i));
      }
    }
    content.add(Plot.text(WIDTH - RIGHT, bottom + 32, "end", quantity).with("class", "name"));
    return element("svg")
        .with("viewBox", "0 0 " + WIDTH + " " + Numbers.coordinate(bottom + BOTTOM))
        .with("role", "img")
        .with("aria-label", title + ": " + description())
        .containing(content);
  }

  private List<Element> whisker(
      Band.Point point, Scale scale, double left, double middle, int style) {
    Element line =
        Plot.line(x(scale, left, point.low()), middle, x(scale, left, point.high()), middle)
            .with("class", Chart.style("whisker", style));
    Element dot =
        element(
                "circle",
                element(
                    "title",
                    "%s, %s: %s"
                        .formatted(
                            point.label(), bands.get(style).name(), Numbers.brief(point.middle()))))
            .with("cx", Numbers.coordinate(x(scale, left, point.middle())))
            .with("cy", Numbers.coordinate(middle))
            .with("r", 4)
            .with("class", Chart.style("dot", style));
    return List.of(line, dot);
  }

  private static String shortened(Band.Point point) {
    String label = point.label();
    return label.length() <= LONGEST_LABEL ? label : label.substring(0, LONGEST_LABEL - 1) + "…";
  }

  private static double x(Scale scale, double left, double value) {
    return left + scale.position(value) * (WIDTH - RIGHT - left);
  }

  @Override
  public Table data() {
    return Band.table(bands, kind, quantity);
  }
}
