package org.filbert.jobs.report;

import static org.filbert.jobs.report.Node.element;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.filbert.jobs.report.Axis.Kind;
import org.filbert.jobs.report.Node.Element;

/**
 * A chart of lines with a band around each.
 *
 * @param kind what stands on the horizontal axis
 * @param quantity what stands on the vertical one
 * @param bands of one point or more each
 * @param reach numbers that the vertical axis has room for, too
 * @param labelled whether the labels of points stand on the horizontal axis, and not round numbers
 */
public record BandChart(
    String title,
    String kind,
    String quantity,
    List<Band> bands,
    List<Double> reach,
    boolean labelled)
    implements Chart {
  /** Width of the drawing area in characters, and least distance between two labels. */
  private static final double CHARACTERS = 46;

  private static final double GAP = 2;

  public BandChart {
    bands = List.copyOf(bands);
    reach = List.copyOf(reach);
  }

  @Override
  public String description() {
    return Band.told(bands, kind, quantity);
  }

  @Override
  public List<Entry> legend() {
    return Band.legend(bands, "line");
  }

  @Override
  public Element drawing() {
    Scale up = Band.scale(bands, reach);
    Scale round = new Axis(kind, Kind.BETWEEN).scale(Band.points(bands).mapToDouble(Band.Point::x));
    Scale across = labelled ? tight(bands.get(0).points()) : round;
    Plot plot = new Plot(up, quantity, marks(across), kind);
    List<Element> content = new ArrayList<>();
    for (int i = 0; i < bands.size(); i++) {
      content.add(area(bands.get(i), plot, across).with("class", Chart.style("band", i)));
    }
    for (int i = 0; i < bands.size(); i++) {
      content.add(
          LineChart.line(bands.get(i).line(), plot, across).with("class", Chart.style("line", i)));
    }
    return plot.svg(title, description(), content);
  }

  /** From the first point to the last. */
  private static Scale tight(List<Band.Point> points) {
    double first = points.get(0).x();
    double last = points.get(points.size() - 1).x();
    return new Scale(false, first, last > first ? last : first + 1, List.of());
  }

  private List<Plot.Mark> marks(Scale across) {
    if (!labelled) {
      return across.ticks().stream()
          .map(tick -> new Plot.Mark(across.position(tick), Numbers.brief(tick)))
          .toList();
    }
    List<Plot.Mark> marks = new ArrayList<>();
    double written = Double.NEGATIVE_INFINITY;
    for (Band.Point point : bands.get(0).points()) {
      double middle = CHARACTERS * across.position(point.x());
      double half = point.label().length() / 2.0;
      if (middle - half >= written + GAP) {
        marks.add(new Plot.Mark(across.position(point.x()), point.label()));
        written = middle + half;
      }
    }
    return marks;
  }

  private static Element area(Band band, Plot plot, Scale across) {
    List<Band.Point> back = new ArrayList<>(band.points());
    Collections.reverse(back);
    return element("polygon")
        .with(
            "points",
            Stream.concat(
                    band.points().stream().map(point -> corner(point, point.high(), plot, across)),
                    back.stream().map(point -> corner(point, point.low(), plot, across)))
                .collect(Collectors.joining(" ")));
  }

  private static String corner(Band.Point point, double height, Plot plot, Scale across) {
    return Numbers.coordinate(plot.x(across.position(point.x())))
        + ","
        + Numbers.coordinate(plot.y(height));
  }

  @Override
  public Table data() {
    return Band.table(bands, kind, quantity);
  }
}
