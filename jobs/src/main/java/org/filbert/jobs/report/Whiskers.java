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
  private static final int STEP = 13;
  private static final int SPACE = 9;

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
    List<String> labels = bands.get(0).points().stream().map(Band.Point::label).toList();
    RowPlot plot =
        new RowPlot(Band.scale(bands, reach), labels, (double) STEP * bands.size() + SPACE);
    List<Element> content = new ArrayList<>();
    for (int label = 0; label < labels.size(); label++) {
      for (int i = 0; i < bands.size(); i++) {
        double middle = plot.top(label) + SPACE / 2.0 + STEP * (i + 0.5);
        content.addAll(whisker(bands.get(i).points().get(label), plot, middle, i));
      }
    }
    return plot.svg(title, description(), quantity, content);
  }

  private List<Element> whisker(Band.Point point, RowPlot plot, double middle, int style) {
    Element line =
        Plot.line(plot.x(point.low()), middle, plot.x(point.high()), middle)
            .with("class", Chart.style("whisker", style));
    Element dot =
        element(
                "circle",
                element(
                    "title",
                    "%s, %s: %s"
                        .formatted(
                            point.label(), bands.get(style).name(), Numbers.brief(point.middle()))))
            .with("cx", Numbers.coordinate(plot.x(point.middle())))
            .with("cy", Numbers.coordinate(middle))
            .with("r", 4)
            .with("class", Chart.style("dot", style));
    return List.of(line, dot);
  }

  @Override
  public Table data() {
    return Band.table(bands, kind, quantity);
  }
}
