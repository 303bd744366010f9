package org.filbert.jobs.report;

import java.util.stream.DoubleStream;

/**
 * One axis of a chart.
 *
 * @param label what it shows, with its unit
 */
public record Axis(String label, Kind kind) {
  /** How values are spread over it. */
  public enum Kind {
    /** From 0 on. */
    LINEAR,
    /** From 0 on, marked at whole numbers only. */
    WHOLE,
    /** By ratios; values that are not positive are left out. */
    LOGARITHMIC
  }

  Scale scale(DoubleStream values) {
    return switch (kind) {
      case LINEAR -> Scale.fromZero(values, 0);
      case WHOLE -> Scale.fromZero(values, 1);
      case LOGARITHMIC -> Scale.decades(values);
    };
  }
}
