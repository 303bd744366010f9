package org.filbert.jobs.report;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * Maps values to positions on an axis.
 *
 * @param logarithmic whether equal distances mean equal ratios
 * @param min value at the start of the axis
 * @param max value at the end, larger than {@code min}
 * @param ticks marked values, ascending
 */
record Scale(boolean logarithmic, double min, double max, List<Double> ticks) {
  private static final int MOST_TICKS = 6;
  private static final int[] DIGITS = {1, 2, 5};

  /**
   * A scale from 0 to a round number that is at least as large as all values.
   *
   * @param finest least distance between ticks
   */
  static Scale fromZero(DoubleStream values, double finest) {
    double largest = values.filter(Double::isFinite).max().orElse(1);
    double step = Math.max(finest, roundStep((largest > 0 ? largest : 1) / (MOST_TICKS - 1)));
    int steps = Math.max(1, (int) Math.ceil(largest / step - 1e-9));
    List<Double> ticks = new ArrayList<>();
    for (int i = 0; i <= steps; i++) {
      ticks.add(i * step);
    }
    return new Scale(false, 0, steps * step, ticks);
  }

  /** A scale from a round number below all values to one above them. */
  static Scale between(DoubleStream values) {
    DoubleSummaryStatistics range = values.filter(Double::isFinite).summaryStatistics();
    double lowest = range.getCount() == 0 ? 0 : range.getMin();
    double highest = range.getCount() == 0 ? 1 : range.getMax();
    double width =
        highest > lowest ? highest - lowest : Math.max(Math.abs(highest), Double.MIN_NORMAL);
    double step = roundStep(width / (MOST_TICKS - 1));
    long first = (long) Math.floor(lowest / step + 1e-9);
    long last = Math.max(first + 1, (long) Math.ceil(highest / step - 1e-9));
    List<Double> ticks = new ArrayList<>();
    for (long i = first; i <= last; i++) {
      ticks.add(i * step);
    }
    return new Scale(false, first * step, last * step, ticks);
  }

  /** A logarithmic scale around all positive values. Its ends are 1, 2 or 5 times a power of 10. */
  static Scale decades(DoubleStream values) {
    DoubleSummaryStatistics range =
        values.filter(value -> value > 0 && Double.isFinite(value)).summaryStatistics();
    double lowest = range.getCount() == 0 ? 0.1 : range.getMin();
    double highest = range.getCount() == 0 ? 1 : range.getMax();
    int low = (int) Math.floor(Math.log10(lowest)) - 1;
    int high = (int) Math.ceil(Math.log10(highest)) + 1;
    List<Double> marks = new ArrayList<>();
    for (int decade = low; decade <= high; decade++) {
      for (int digit : DIGITS) {
        marks.add(Double.parseDouble(digit + "e" + decade));
      }
    }
    double min = marks.stream().filter(mark -> mark <= lowest).reduce(Math::max).orElseThrow();
    double max =
        marks.stream().filter(mark -> mark > min && mark >= highest).findFirst().orElseThrow();
    List<Double> ticks =
        new ArrayList<>(marks.stream().filter(mark -> mark >= min && mark <= max).toList());
    for (int every = 1; ticks.size() > MOST_TICKS + 1; every++) {
      ticks.clear();
      for (int decade = low; decade <= high; decade += every) {
        double tick = powerOfTen(decade);
        if (tick >= min && tick <= max) {
          ticks.add(tick);
        }
      }
    }
    return new Scale(true, min, max, ticks);
  }

  /** Whether a value can be shown: 0 has no place on a logarithmic axis. */
  boolean shows(double value) {
    return Double.isFinite(value) && (!logarithmic || value > 0);
  }

  /** Position of a value: 0 at the start, 1 at the end. */
  double position(double value) {
    return logarithmic ? Math.log(value / min) / Math.log(max / min) : (value - min) / (max - min);
  }

  /** The smallest of 1, 2, 5 times a power of ten that is at least this value. */
  private static double roundStep(double atLeast) {
    double power = powerOfTen((int) Math.floor(Math.log10(atLeast)));
    for (int step : DIGITS) {
      if (step * power >= atLeast * (1 - 1e-9)) {
        return step * power;
      }
    }
    return 10 * power;
  }

  /** The parser rounds correctly; a product of tenths would not. */
  private static double powerOfTen(int exponent) {
    return Double.parseDouble("1e" + exponent);
  }
}
