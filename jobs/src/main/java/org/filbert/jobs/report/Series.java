package org.filbert.jobs.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** A named line of a chart. */
public record Series(String name, List<Point> points) {
  /** A point of a chart. */
  public record Point(double x, double y) {}

  public Series {
    points = List.copyOf(points);
  }

  /** The points of all values that have a y. */
  public static <T> Series of(
      String name, List<T> values, ToDoubleFunction<T> x, Function<T, @Nullable Double> y) {
    List<Point> points = new ArrayList<>();
    for (T value : values) {
      Double height = y.apply(value);
      if (height != null) {
        points.add(new Point(x.applyAsDouble(value), height));
      }
    }
    return new Series(name, points);
  }
}
