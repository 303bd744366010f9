package org.filbert.jobs.training.report;

import java.util.Locale;
import java.util.Optional;
import org.filbert.train.metric.SolutionStage;
import org.jspecify.annotations.Nullable;

/** Tells of the solutions of a training as they begin, with the time that is left at most. */
public final class SolutionProgress {
  private @Nullable SolutionStage stage;
  private String text = "";
  private int first;
  private long begun;

  /**
   * Takes note of a state.
   *
   * @param now the solution under way; nothing while there is none
   * @param expected seconds of a solution, by the plan; not a number if they are not known
   * @param nanos the time
   * @return whether another solution has begun
   */
  public boolean reached(Optional<SolutionStage> now, double expected, long nanos) {
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
    double left = each * (next.most() - next.solution() + 1);
    text =
        next.text()
            + (Double.isFinite(left) ? "; about %s left at most".formatted(time(left)) : "");
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
