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
  private static final int WIDTH = 400;
  private static final int RIGHT = 14;
  private static final int STEP = 22;
  private static final int BOTTOM = 40;
  private static final int MOST_DRAWN = 30;
  private static final int MOST_TOLD = 3;
  private static final int LONGEST_NAME = 18;
  private static final double CHARACTER = 7.4;

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

    private String shortened() {
      return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME - 1) + "…";
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
    int longest = drawn.stream().mapToInt(bar -> bar.shortened().length()).max().orElse(0);
    double left = 10 + CHARACTER * longest;
    Scale scale =
        Scale.between(
            DoubleStream.concat(DoubleStream.of(0), drawn.stream().flatMapToDouble(Bar::ends)));
    double bottom = STEP * drawn.size() + 4;
    List<Element> content = new ArrayList<>();
    content.add(element("title", title));
    content.add(element("desc", description()));
    double written = Double.NEGATIVE_INFINITY;
    for (double tick : scale.ticks()) {
      double x = x(scale, left, tick);
      String label = Numbers.brief(tick);
      content.add(Plot.line(x, 0, x, bottom).with("class", "grid"));
      double half = CHARACTER / 2 * label.length();
      if (x - half > written && x + half <= WIDTH) {
        content.add(Plot.text(x, bottom + 15, "middle", label));
        written = x + half + CHARACTER;
      }
    }
    for (int i = 0; i < drawn.size(); i++) {
      content.addAll(bar(drawn.get(i), scale, left, STEP * i));
    }
    double zero = x(scale, left, 0);
    content.add(Plot.line(zero, 0, zero, bottom).with("class", "axis"));
    content.add(Plot.text(WIDTH - RIGHT, bottom + 32, "end", unit).with("class", "name"));
    return element("svg")
        .with("viewBox", "0 0 " + WIDTH + " " + Numbers.coordinate(bottom + BOTTOM))
        .with("role", "img")
        .with("aria-label", title + ": " + description())
        .containing(content);
  }

  private List<Element> bar(Bar bar, Scale scale, double left, double top) {
    double zero = x(scale, left, 0);
    double end = x(scale, left, bar.value);
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
                x(scale, left, bar.value - bar.deviation),
                middle,
                x(scale, left, bar.value + bar.deviation),
                middle)
            .with("class", "axis");
    List<Element> drawn =
        new ArrayList<>(
            List.of(Plot.text(left - 6, middle + 4, "end", bar.shortened()), box, deviation));
    if (!Double.isNaN(bar.mark)) {
      double x = x(scale, left, bar.mark);
      drawn.add(Plot.line(x, top, x, top + STEP).with("class", Chart.style("mark", 0)));
    }
    return drawn;
  }

  private static double x(Scale scale, double left, double value) {
    return left + scale.position(value) * (WIDTH - RIGHT - left);
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
