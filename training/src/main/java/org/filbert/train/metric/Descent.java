package org.filbert.train.metric;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.stream.IntStream;

/**
 * Minimises a smooth function of some variables that have lower bounds, by L-BFGS with
 * backtracking. A variable at its bound whose derivative is positive stays there for the step; the
 * others go along -H·g, with H of the last {@value #PAIRS} changes of variables and gradient.
 *
 * <p>Byrd, Lu, Nocedal, Zhu. A limited memory algorithm for bound constrained optimization. 1995;
 * the bounds are kept by projection alone.
 */
final class Descent {
  private static final int PAIRS = 8;

  /** What a variable changes by in a step at most. */
  private static final double STEP = 3;

  private static final double SHORTER = 0.3;
  private static final int ATTEMPTS = 8;
  private static final double SUFFICIENT = 1e-4;

  /** Steps in a row that gain less than {@link #LITTLE}, after which it ends. */
  private static final int PATIENCE = 2;

  private static final double LITTLE = 1e-3;

  /** A function with its gradient. */
  interface Function {
    /** The value, infinite where there is none, and the gradient. */
    Point at(double[] variables);
  }

  /** A function at some variables. */
  record Point(double[] variables, double value, double[] gradient) {}

  private record Pair(double[] step, double[] change, double product) {}

  private final Function function;
  private final double[] least;
  private final Deque<Pair> pairs = new ArrayDeque<>();

  /** A function and the lower bounds of its variables. */
  Descent(Function function, double[] least) {
    this.function = function;
    this.least = least;
  }

  /** The best point after some evaluations at most. */
  Point from(double[] start, int evaluations) {
    Point point = function.at(bounded(start));
    int left = evaluations - 1;
    int little = 0;
    while (left > 0 && little < PATIENCE && Double.isFinite(point.value())) {
      double[] direction = direction(point);
      double size =
          Math.min(
              1,
              STEP
                  / IntStream.range(0, direction.length)
                      .mapToDouble(i -> Math.abs(direction[i]))
                      .max()
                      .orElse(1));
      Point next = null;
      for (int attempt = 0; attempt < ATTEMPTS && left > 0 && next == null; attempt++) {
        Point tried = function.at(moved(point.variables(), direction, size));
        left--;
        double slope = product(point.gradient(), difference(tried.variables(), point.variables()));
        next = tried.value() <= point.value() + SUFFICIENT * slope ? tried : null;
        size *= SHORTER;
      }
      if (next == null) {
        break;
      }
      little = point.value() - next.value() < LITTLE ? little + 1 : 0;
      remember(point, next);
      point = next;
    }
    return point;
  }

  private double[] bounded(double[] variables) {
    return IntStream.range(0, variables.length)
        .mapToDouble(i -> Math.max(least[i], variables[i]))
        .toArray();
  }

  private double[] moved(double[] variables, double[] direction, double size) {
    return bounded(
        IntStream.range(0, variables.length)
            .mapToDouble(i -> variables[i] + size * direction[i])
            .toArray());
  }

  /** -H·g of the free variables; along the gradient, at most 1 for a variable, at first. */
  private double[] direction(Point point) {
    double[] direction =
        IntStream.range(0, least.length)
            .mapToDouble(i -> fixed(point, i) ? 0 : -point.gradient()[i])
            .toArray();
    double[] steepest = direction.clone();
    double[] factors = new double[pairs.size()];
    int at = 0;
    for (Pair pair : pairs) {
      factors[at] = product(pair.step(), direction) / pair.product();
      add(direction, -factors[at++], pair.change());
    }
    double largest =
        IntStream.range(0, least.length).mapToDouble(i -> Math.abs(steepest[i])).max().orElse(0);
    Pair last = pairs.peekFirst();
    double scale =
        last == null
            ? 1 / Math.max(largest, Double.MIN_NORMAL)
            : last.product() / product(last.change(), last.change());
    for (int i = 0; i < direction.length; i++) {
      direction[i] *= scale;
    }
    for (Iterator<Pair> oldest = pairs.descendingIterator(); oldest.hasNext(); ) {
      Pair pair = oldest.next();
      add(
          direction,
          factors[--at] - product(pair.change(), direction) / pair.product(),
          pair.step());
    }
    for (int i = 0; i < direction.length; i++) {
      direction[i] = fixed(point, i) ? 0 : direction[i];
    }
    if (product(direction, steepest) > 0) {
      return direction;
    }
    pairs.clear();
    return steepest;
  }

  private boolean fixed(Point point, int i) {
    return point.variables()[i] <= least[i] && point.gradient()[i] > 0;
  }

  private void remember(Point point, Point next) {
    double[] step = difference(next.variables(), point.variables());
    double[] change = difference(next.gradient(), point.gradient());
    double product = product(step, change);
    if (product > 1e-10 * product(change, change)) {
      pairs.addFirst(new Pair(step, change, product));
      if (pairs.size() > PAIRS) {
        pairs.removeLast();
      }
    }
  }

  private static void add(double[] sum, double factor, double[] summand) {
    for (int i = 0; i < sum.length; i++) {
      sum[i] += factor * summand[i];
    }
  }

  private static double[] difference(double[] a, double[] b) {
    return IntStream.range(0, a.length).mapToDouble(i -> a[i] - b[i]).toArray();
  }

  private static double product(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }
}
