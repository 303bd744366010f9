package org.filbert.jobs.training.report;

import java.util.Locale;
import java.util.Optional;
import org.filbert.train.metric.SolutionStage;
import org.jspecify.annotations.Nullable;

/**
 * Tells of the solutions of a training as they begin, with the time that is left: if the next two
 * metrics are not better, with which the learning ends, and at most.
 */
public final class SolutionProgress {
  /** Solutions after one that is the best. */
  private static final int AS_A_RULE = 2;

  private @Nullable SolutionStage stage;
  private String text = "";
  private int first;
  private long begun;
  private double secondsOfLast = Double.NaN;

  /**
   * Takes note of a state.
   *
   * @param now the solution under way; nothing while there is none
   * @param expected seconds of a solution such as the one under way, by its plan; not a number if
   *     they are not known
   * @param ofLast those of the last one; not a number if it is like the others, or under way
   * @param nanos the time
   * @return whether another solution has begun
   */
  public boolean reached(Optional<SolutionStage> now, double expected, double ofLast, long nanos) {
    if (now.isEmpty() || now.get().equals(stage)) {
      return false;
    }
    SolutionStage next = now.get();
    if (stage == null) {
      first = next.solution();
      begun = nanos;
    }
    stage = next;
    int ended = next.solution() - first;
    double each = ended == 0 ? expected : (nanos - begun) / 1e9 / ended;
    int further = next.most() - next.solution();
    boolean ofItsOwn = Double.isFinite(secondsOfLast) && !Double.isFinite(ofLast);
    secondsOfLast = Double.isFinite(ofLast) ? ofLast : secondsOfLast;
    double last =
        ofItsOwn && Double.isFinite(expected)
            ? expected // planned anew with the metric
            : Double.isFinite(secondsOfLast) ? secondsOfLast : each;
    double left = each * Math.min(further, AS_A_RULE) + last;
    String most = further > AS_A_RULE ? ", %s at most".formatted(time(each * further + last)) : "";
    text =
        next.text()
            + (Double.isFinite(left) ? "; about %s left%s".formatted(time(left), most) : "");
    return true;
  }

  /** The solution under way, in words; empty if there is none. */
  public String text() {
    return text;
  }

  /** A time in words. */
  public static String time(double seconds) {
    return seconds < 100
        ? String.format(Locale.ROOT, "%.0f s", Math.ceil(seconds))
        : seconds < 6000
            ? String.format(Locale.ROOT, "%.0f min", seconds / 60)
            : String.format(Locale.ROOT, "%.1f h", seconds / 3600);
  }
}
