package org.filbert.jobs.report;

import java.util.stream.DoubleStream;

/**
 * An axis of a chart.
 *
 * @param label quantity and unit
 */
public record Axis(String label, Kind kind) {
  /** Scale of the axis. */
  public enum Kind {
    /** Starts at 0. */
    LINEAR,
    /** Starts and ends at round numbers around the values, which may be negative. */
    BETWEEN,
    /** Starts at 0, with ticks at whole numbers only. */
    WHOLE,
    /** Logarithmic. Values that are not positive are left out. */
    LOGARITHMIC
  }

  Scale scale(DoubleStream values) {
    return switch (kind) {
      case LINEAR -> Scale.fromZero(values, 0);
      case BETWEEN -> Scale.between(values);
      case WHOLE -> Scale.fromZero(values, 1);
      case LOGARITHMIC -> Scale.decades(values);
    };
  }
}
