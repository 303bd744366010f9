package org.filbert.jobs.report;

import static org.filbert.jobs.report.Node.element;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.filbert.jobs.report.Node.Element;
import org.filbert.jobs.report.Series.Point;

/**
 * A chart of lines through points.
 *
 * @param marks places of vertical lines
 */
public record LineChart(String title, Axis x, Axis y, List<Series> series, Marks marks)
    implements Chart {
  private static final int MANY = 30;

  /** Events along the horizontal axis. */
  public record Marks(String name, List<Double> at) {
    static final Marks NONE = new Marks("", List.of());

    public Marks {
      at = List.copyOf(at);
    }

    private String description() {
      return at.isEmpty()
          ? ""
          : at.stream()
              .map(Numbers::brief)
              .collect(Collectors.joining(", ", " " + name + ": ", "."));
    }
  }

  public LineChart {
    series = series.stream().filter(line -> !line.points().isEmpty()).toList();
  }

  /** A chart without marks. */
  public LineChart(String title, Axis x, Axis y, List<Series> series) {
    this(title, x, y, series, Marks.NONE);
  }

  @Override
  public String description() {
    return series.stream()
            .map(
                line -> {
                  Point first = line.points().get(0);
                  Point last = line.points().get(line.points().size() - 1);
                  return "%s goes from %s at %s %s to %s at %s"
                      .formatted(
                          line.name(),
                          Numbers.brief(first.y()),
                          x.label(),
                          Numbers.brief(first.x()),
                          Numbers.brief(last.y()),
                          Numbers.brief(last.x()));
                })
            .collect(Collectors.joining("; ", y.label() + " against " + x.label() + ". ", "."))
        + marks.description();
  }

  @Override
  public List<Entry> legend() {
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < series.size(); i++) {
      entries.add(new Entry(series.get(i).name(), i, "line"));
    }
    if (!marks.at().isEmpty()) {
      entries.add(new Entry(marks.name(), 0, "mark"));
    }
    return entries;
  }

  @Override
  public Element drawing() {
    Scale across = x.scale(points().mapToDouble(Point::x));
    Scale up = y.scale(points().mapToDouble(Point::y));
    Plot plot =
        new Plot(
            up,
            y.label(),
            across.ticks().stream()
                .map(tick -> new Plot.Mark(across.position(tick), Numbers.brief(tick)))
                .toList(),
            x.label());
    List<Element> content = new ArrayList<>();
    for (double at : marks.at()) {
      content.add(plot.upright(across.position(at)).with("class", Chart.style("mark", 0)));
    }
    for (int i = 0; i < series.size(); i++) {
      content.add(line(series.get(i), plot, across).with("class", Chart.style("line", i)));
      content.addAll(dots(series.get(i), plot, across, Chart.style("dot", i)));
    }
    return plot.svg(title, description(), content);
  }

  @Override
  public Table data() {
    List<String> header = new ArrayList<>(List.of(x.label()));
    header.addAll(series.stream().map(Series::name).toList());
    List<List<String>> rows = new ArrayList<>();
    for (double at : new TreeSet<>(points().map(Point::x).toList())) {
      List<String> row = new ArrayList<>(List.of(Numbers.brief(at)));
      for (Series line : series) {
        row.add(
            line.points().stream()
                .filter(point -> point.x() == at)
                .map(point -> Numbers.brief(point.y()))
                .findFirst()
                .orElse("–"));
      }
      rows.add(row);
    }
    return new Table(y.label(), header, rows);
  }

  private Stream<Point> points() {
    return series.stream().flatMap(line -> line.points().stream());
  }

  static Element line(Series line, Plot plot, Scale across) {
    return element("polyline")
        .with(
            "points",
            shown(line, plot, across).stream()
                .map(
                    point ->
                        Numbers.coordinate(plot.x(across.position(point.x())))
                            + ","
                            + Numbers.coordinate(plot.y(point.y())))
                .collect(Collectors.joining(" ")));
  }

  /** Many dots would hide their line. */
  private static double radius(Series line) {
    return line.points().size() > MANY ? 1.2 : 2.5;
  }

  private List<Element> dots(Series line, Plot plot, Scale across, String style) {
    return shown(line, plot, across).stream()
        .map(
            point ->
                element(
                        "circle",
                        element(
                            "title",
                            "%s: %s at %s %s"
                                .formatted(
                                    line.name(),
                                    Numbers.brief(point.y()),
                                    x.label(),
                                    Numbers.brief(point.x()))))
                    .with("cx", Numbers.coordinate(plot.x(across.position(point.x()))))
                    .with("cy", Numbers.coordinate(plot.y(point.y())))
                    .with("r", radius(line))
                    .with("class", style))
        .toList();
  }

  private static List<Point> shown(Series line, Plot plot, Scale across) {
    return line.points().stream()
        .filter(point -> across.shows(point.x()) && plot.y().shows(point.y()))
        .toList();
  }
}
