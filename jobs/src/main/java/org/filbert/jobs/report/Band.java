package org.filbert.jobs.report;

import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** A named line of a chart between two others. */
public record Band(String name, List<Point> points) {
  /**
   * A point of the line.
   *
   * @param label of its place on the horizontal axis
   * @param middle its height, and those of the others
   */
  public record Point(String label, double x, double low, double middle, double high) {
    DoubleStream heights() {
      return DoubleStream.of(low, middle, high);
    }
  }

  public Band {
    points = List.copyOf(points);
  }

  /** The line in the middle. */
  Series line() {
    return Series.of(name, points, Point::x, Point::middle);
  }

  /** The points of several. */
  static Stream<Point> points(List<Band> bands) {
    return bands.stream().flatMap(band -> band.points.stream());
  }

  /** Of the heights of all points and further numbers. */
  static Scale scale(List<Band> bands, List<Double> reach) {
    return Scale.between(
        DoubleStream.concat(
            points(bands).flatMapToDouble(Point::heights),
            reach.stream().mapToDouble(height -> height)));
  }

  /** The numbers, a line for each point of all bands. */
  static Table table(List<Band> bands, String kind, String quantity) {
    return new Table(
        quantity,
        List.of(kind, "of", "mean", "from", "to"),
        bands.stream()
            .flatMap(
                band ->
                    band.points.stream()
                        .map(
                            point ->
                                List.of(
                                    point.label,
                                    band.name,
                                    Numbers.brief(point.middle),
                                    Numbers.brief(point.low),
                                    Numbers.brief(point.high))))
            .toList());
  }

  /** What the middle of each is at the first and at the last point, in words. */
  static String told(List<Band> bands, String kind, String quantity) {
    StringBuilder told = new StringBuilder(quantity + " by " + kind + ".");
    for (Band band : bands) {
      Point first = band.points.get(0);
      Point last = band.points.get(band.points.size() - 1);
      told.append(
          " %s: %s at %s, %s at %s."
              .formatted(
                  band.name,
                  Numbers.brief(first.middle),
                  first.label,
                  Numbers.brief(last.middle),
                  last.label));
    }
    return told.toString();
  }

  /** Their names and colours. */
  static List<Chart.Entry> legend(List<Band> bands, String mark) {
    return Stream.iterate(0, i -> i < bands.size(), i -> i + 1)
        .map(i -> new Chart.Entry(bands.get(i).name, i, mark))
        .toList();
  }
}
