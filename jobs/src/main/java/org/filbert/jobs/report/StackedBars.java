package org.filbert.jobs.report;

import static org.filbert.jobs.report.Node.element;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.filbert.jobs.report.Node.Element;

/**
 * A chart of bars made of parts.
 *
 * @param unit of the values
 * @param kind what a bar stands for, in the singular
 * @param bars names of the bars
 * @param parts from bottom to top; parts that are zero in all bars are left out
 */
public record StackedBars(
    String title, String unit, String kind, List<String> bars, List<Part> parts) implements Chart {

  /** A part's value in each bar, at least 0. */
  public record Part(String name, List<Double> values) {
    double total() {
      return values.stream().mapToDouble(Double::doubleValue).sum();
    }
  }

  private static final int MOST_LABELS = 10;

  @Override
  public String description() {
    double all = parts.stream().mapToDouble(Part::total).sum();
    return shown()
        .mapToObj(parts::get)
        .map(
            part ->
                String.format(
                    Locale.ROOT,
                    "%s %s (%.0f %%)",
                    part.name(),
                    Numbers.brief(part.total()),
                    100 * part.total() / all))
        .collect(
            Collectors.joining(
                ", ", unit + " of each " + kind + ". In all " + bars.size() + ": ", "."));
  }

  @Override
  public List<Entry> legend() {
    return shown().mapToObj(part -> new Entry(parts.get(part).name(), part, "bar")).toList();
  }

  /** Indices of the parts that are not zero. The index of a part determines its colour. */
  private IntStream shown() {
    return IntStream.range(0, parts.size()).filter(part -> parts.get(part).total() > 0);
  }

  @Override
  public Element drawing() {
    int n = bars.size();
    int every = (n - 1) / MOST_LABELS + 1;
    Plot plot =
        new Plot(
            Scale.fromZero(IntStream.range(0, n).mapToDouble(bar -> height(bar, parts.size())), 0),
            unit,
            IntStream.range(0, n)
                .filter(bar -> bar % every == 0)
                .mapToObj(bar -> new Plot.Mark((bar + 0.5) / n, bars.get(bar)))
                .toList(),
            kind);
    List<Element> content = new ArrayList<>();
    for (int part : shown().toArray()) {
      for (int bar = 0; bar < n; bar++) {
        content.add(box(plot, bar, part));
      }
    }
    return plot.svg(title, description(), content);
  }

  private Element box(Plot plot, int bar, int part) {
    double width = Math.min(0.8 / bars.size(), 0.12);
    double centre = (bar + 0.5) / bars.size();
    double left = plot.x(centre - width / 2);
    double top = plot.y(height(bar, part + 1));
    String name =
        "%s %s, %s: %s"
            .formatted(
                kind,
                bars.get(bar),
                parts.get(part).name(),
                Numbers.brief(parts.get(part).values().get(bar)));
    return element("rect", element("title", name))
        .with("x", Numbers.coordinate(left))
        .with("y", Numbers.coordinate(top))
        .with("width", Numbers.coordinate(plot.x(centre + width / 2) - left))
        .with("height", Numbers.coordinate(plot.y(height(bar, part)) - top))
        .with("class", Chart.style("bar", part));
  }

  /** Sum of a bar's first parts. */
  private double height(int bar, int count) {
    return parts.subList(0, count).stream().mapToDouble(part -> part.values().get(bar)).sum();
  }

  @Override
  public Table data() {
    List<String> header = new ArrayList<>(List.of(kind));
    header.addAll(legend().stream().map(Entry::name).toList());
    return new Table(
        unit,
        header,
        IntStream.range(0, bars.size())
            .mapToObj(
                bar -> {
                  List<String> row = new ArrayList<>(List.of(bars.get(bar)));
                  shown()
                      .mapToObj(part -> Numbers.brief(parts.get(part).values().get(bar)))
                      .forEach(row::add);
                  return row;
                })
            .toList());
  }
}
