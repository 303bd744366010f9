package org.filbert.jobs.report;

import static org.filbert.jobs.report.Node.element;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.filbert.jobs.report.Node.Element;

/**
 * A chart of horizontal bars, each with its name and its deviation.
 *
 * @param unit of the values
 * @param kind what a bar stands for, in the singular
 * @param bars from top to bottom; the first thirty are drawn, the table has all
 * @param mark what the marks of bars stand for; empty without marks
 */
public record Bars(String title, String unit, String kind, List<Bar> bars, String mark)
    implements Chart {
  private static final int STEP = 22;
  private static final int MOST_DRAWN = 30;
  private static final int MOST_TOLD = 3;

  public Bars {
    bars = List.copyOf(bars);
  }

  /** Bars without marks. */
  public Bars(String title, String unit, String kind, List<Bar> bars) {
    this(title, unit, kind, bars, "");
  }

  /**
   * A bar from 0 to its value.
   *
   * @param deviation standard deviation of the value
   * @param mark value that is marked beside it; not a number for none
   */
  public record Bar(String name, double value, double deviation, double mark) {
    /** A bar without a mark. */
    public Bar(String name, double value, double deviation) {
      this(name, value, deviation, Double.NaN);
    }

    private DoubleStream ends() {
      return DoubleStream.of(value - deviation, value + deviation, mark)
          .filter(end -> !Double.isNaN(end));
    }
  }

  @Override
  public String description() {
    return bars.stream()
        .limit(MOST_TOLD)
        .map(bar -> bar.name + " " + Numbers.brief(bar.value))
        .collect(
            Collectors.joining(
                ", ", unit + " of each " + kind + ". The first of " + bars.size() + ": ", "."));
  }

  @Override
  public List<Entry> legend() {
    return mark.isEmpty()
        ? List.of()
        : List.of(new Entry(unit, 0, "bar"), new Entry(mark, 0, "mark"));
  }

  @Override
  public Element drawing() {
    List<Bar> drawn = bars.subList(0, Math.min(MOST_DRAWN, bars.size()));
    Scale scale =
        Scale.between(
            DoubleStream.concat(DoubleStream.of(0), drawn.stream().flatMapToDouble(Bar::ends)));
    RowPlot plot = new RowPlot(scale, drawn.stream().map(Bar::name).toList(), STEP);
    List<Element> content = new ArrayList<>();
    for (int i = 0; i < drawn.size(); i++) {
      content.addAll(bar(drawn.get(i), plot, plot.top(i)));
    }
    content.add(plot.line(0).with("class", "axis"));
    return plot.svg(title, description(), unit, content);
  }

  private static List<Element> bar(Bar bar, RowPlot plot, double top) {
    double zero = plot.x(0);
    double end = plot.x(bar.value);
    double middle = top + STEP / 2.0;
    Element box =
        element("rect", element("title", bar.name + ": " + Numbers.brief(bar.value)))
            .with("x", Numbers.coordinate(Math.min(zero, end)))
            .with("y", Numbers.coordinate(top + 3))
            .with("width", Numbers.coordinate(Math.abs(end - zero)))
            .with("height", STEP - 6)
            .with("class", Chart.style("bar", 0));
    Element deviation =
        Plot.line(
                plot.x(bar.value - bar.deviation),
                middle,
                plot.x(bar.value + bar.deviation),
                middle)
            .with("class", "axis");
    List<Element> drawn = new ArrayList<>(List.of(box, deviation));
    if (!Double.isNaN(bar.mark)) {
      double x = plot.x(bar.mark);
      drawn.add(Plot.line(x, top, x, top + STEP).with("class", Chart.style("mark", 0)));
    }
    return drawn;
  }

  @Override
  public Table data() {
    List<String> header = new ArrayList<>(List.of(kind, "mean", "deviation"));
    if (!mark.isEmpty()) {
      header.add(mark);
    }
    return new Table(unit, header, bars.stream().map(this::cells).toList());
  }

  private List<String> cells(Bar bar) {
    List<String> cells =
        new ArrayList<>(List.of(bar.name, Numbers.brief(bar.value), Numbers.brief(bar.deviation)));
    if (!mark.isEmpty()) {
      cells.add(Numbers.brief(bar.mark));
    }
    return cells;
  }
}
