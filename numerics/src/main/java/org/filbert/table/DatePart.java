package org.filbert.table;

import java.time.LocalDateTime;

/** A part of a date that becomes a feature, or two. */
public enum DatePart {
  /** The year; it has no cycle. */
  YEAR(0),
  /** 1 for January, to 12. */
  MONTH(12),
  /** 1 for Monday, to 7. */
  WEEKDAY(7),
  /** The hour of the day with its fraction, from 0 to below 24. */
  HOUR(24);

  private static final double MINUTES = 60;
  private static final double SECONDS = 3600;

  private final int period;

  DatePart(int period) {
    this.period = period;
  }

  /** Whether the part comes back to where it was. */
  public boolean hasCycle() {
    return period > 0;
  }

  /** The part as a number. */
  public double of(LocalDateTime time) {
    return switch (this) {
      case YEAR -> time.getYear();
      case MONTH -> time.getMonthValue();
      case WEEKDAY -> time.getDayOfWeek().getValue();
      case HOUR -> time.getHour() + time.getMinute() / MINUTES + time.getSecond() / SECONDS;
    };
  }

  /** The angle on the cycle, in radians. */
  double angle(LocalDateTime time) {
    double start = this == HOUR ? 0 : 1;
    return 2 * StrictMath.PI * (of(time) - start) / period;
  }
}
