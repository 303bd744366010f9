package org.filbert.jobs.report;

import static org.filbert.jobs.report.Node.element;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.filbert.jobs.report.Node.Element;

/**
 * A square table of counts, whose cells are the darker, the larger their share of their row.
 *
 * @param rows what a row stands for
 * @param columns what a column stands for
 * @param names of the rows and of the columns
 */
public record HeatMap(
    String title, String rows, String columns, List<String> names, long[][] counts)
    implements Chart {
  private static final int SIZE = 400;
  private static final int TOP = 44;
  private static final int MOST_WRITTEN = 12;
  private static final int MOST_NAMED = 30;
  private static final int LONGEST_NAME = 12;
  private static final double CHARACTER = 7.4;

  @Override
  public String description() {
    long all = Arrays.stream(counts).flatMapToLong(Arrays::stream).sum();
    long diagonal = 0;
    for (int i = 0; i < counts.length; i++) {
      diagonal += counts[i][i];
    }
    return String.format(
        Locale.ROOT,
        "A row for each %s, a column for each %s. Of %,d in all, %,d are on the diagonal.",
        rows,
        columns,
        all,
        diagonal);
  }

  @Override
  public List<Entry> legend() {
    return List.of();
  }

  @Override
  public Element drawing() {
    int n = names.size();
    double left = names.size() > MOST_NAMED ? 20 : 28 + CHARACTER * longest();
    double cell = (SIZE - left) / n;
    List<Element> content = new ArrayList<>();
    content.add(element("title", title));
    content.add(element("desc", description()));
    content.add(Plot.text(SIZE, 14, "end", columns).with("class", "name"));
    content.add(
        Plot.text(0, 0, "end", rows)
            .with("class", "name")
            .with("transform", "translate(11 " + TOP + ") rotate(-90)"));
    for (int i = 0; i < n; i++) {
      double middle = (i + 0.5) * cell;
      if (n <= MOST_NAMED) {
        content.add(Plot.text(left - 6, TOP + middle + 4, "end", shortened(names.get(i))));
        String above = fitting(names.get(i), cell);
        if (i % every(cell) == 0) {
          content.add(Plot.text(left + middle, TOP - 6, "middle", above));
        }
      }
      long all = Arrays.stream(counts[i]).sum();
      for (int j = 0; j < n; j++) {
        content.addAll(cell(i, j, all, left, cell));
      }
    }
    return element("svg")
        .with("viewBox", "0 0 " + SIZE + " " + Numbers.coordinate(TOP + n * cell + 2))
        .with("role", "img")
        .with("aria-label", title + ": " + description())
        .containing(content);
  }

  private List<Element> cell(int i, int j, long all, double left, double size) {
    double share = all == 0 ? 0 : (double) counts[i][j] / all;
    double x = left + j * size;
    double y = TOP + i * size;
    List<Element> drawn = new ArrayList<>();
    drawn.add(
        element(
                "rect",
                element(
                    "title",
                    String.format(
                        Locale.ROOT, "%s, %s: %,d", names.get(i), names.get(j), counts[i][j])))
            .with("x", Numbers.coordinate(x))
            .with("y", Numbers.coordinate(y))
            .with("width", Numbers.coordinate(size))
            .with("height", Numbers.coordinate(size))
            .with("class", i == j ? "heat s0" : "heat s1")
            .with("fill-opacity", Numbers.coordinate(counts[i][j] == 0 ? 0 : opacity(share))));
    if (names.size() <= MOST_WRITTEN && counts[i][j] > 0) {
      drawn.add(
          Plot.text(
                  x + size / 2,
                  y + size / 2 + 4,
                  "middle",
                  String.format(Locale.ROOT, "%,d", counts[i][j]))
              .with("class", opacity(share) > 0.55 ? "onheat" : "name"));
    }
    return drawn;
  }

  /** A few rows are to be seen among thousands. */
  private static double opacity(double share) {
    return 0.08 + 0.92 * Math.sqrt(share);
  }

  private int longest() {
    return names.stream().mapToInt(name -> shortened(name).length()).max().orElse(1);
  }

  private static String shortened(String name) {
    return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME - 1) + "…";
  }

  private static String fitting(String name, double width) {
    int most = Math.max(1, (int) (width / CHARACTER));
    return name.length() <= most ? name : name.substring(0, Math.max(1, most - 1)) + "…";
  }

  /** Every so many columns have room for a name. */
  private static int every(double cell) {
    return cell >= 2 * CHARACTER ? 1 : (int) Math.ceil(2 * CHARACTER / cell);
  }

  @Override
  public Table data() {
    List<String> header = new ArrayList<>(List.of(rows + " \\ " + columns));
    header.addAll(names);
    List<List<String>> lines = new ArrayList<>();
    for (int i = 0; i < counts.length; i++) {
      List<String> line = new ArrayList<>(List.of(names.get(i)));
      Arrays.stream(counts[i])
          .mapToObj(count -> count == 0 ? "·" : Long.toString(count))
          .forEach(line::add);
      lines.add(line);
    }
    return new Table(title, header, lines);
  }
}
