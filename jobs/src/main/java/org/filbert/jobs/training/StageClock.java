package org.filbert.jobs.training;

import java.util.LinkedHashMap;
import java.util.Map;
import org.filbert.train.TrainingState;
import org.filbert.train.metric.MetricState;
import org.jspecify.annotations.Nullable;

/** Wall-clock seconds of a run by what it did, which add up to those since it began. */
final class StageClock {
  /** The start of the processes, reading, and encoding of the rows. */
  private static final String READING = "reading";

  /** Encodings, kernels and ridges before the first solution. */
  private static final String CHOICE = "choice";

  private static final String SOLUTIONS = "solutions";

  /** Gradients, and what left-out rows say of the metrics. */
  private static final String METRICS = "metrics";

  private static final String IMPORTANCES = "importances";

  /** Rows that are held out or left out, the model, and its place in the store. */
  private static final String SCORING = "scoring";

  private final Map<String, Double> seconds = new LinkedHashMap<>();
  private @Nullable TrainingState before;
  private long last;

  /**
   * Begins.
   *
   * @param milliseconds since 1970
   */
  StageClock(long milliseconds) {
    this.last = milliseconds;
  }

  /**
   * A step has led to a state; the first one that is seen may have steps, and a resumed run, behind
   * it.
   */
  void reached(TrainingState state, long milliseconds) {
    double passed = passed(milliseconds);
    TrainingState former = before;
    if (former != null) {
      add(stage(former, state), passed);
    } else {
      Double chosen = state.choiceSeconds();
      double choice = chosen == null ? 0 : Math.min(chosen, passed);
      double solved = Math.min(state.ledger().seconds(), passed - choice);
      add(READING, passed - choice - solved);
      add(CHOICE, choice);
      add(SOLUTIONS, solved);
    }
    before = state;
  }

  /** What led from a state to the next. */
  private static String stage(TrainingState from, TrainingState to) {
    MetricState metric = from.metric();
    if (metric == null) {
      return SOLUTIONS;
    }
    boolean solved = from.stage().isPresent() && from.stage().equals(to.stage());
    if (solved && from.method() == to.method()) {
      return metric.last() ? IMPORTANCES : METRICS;
    }
    return solved ? SOLUTIONS : METRICS;
  }

  /** The model has been made and published. */
  Map<String, Double> finished(long milliseconds) {
    add(SCORING, passed(milliseconds));
    return new LinkedHashMap<>(seconds);
  }

  private double passed(long milliseconds) {
    double passed = Math.max(0, milliseconds - last) / 1000.0;
    last = Math.max(last, milliseconds);
    return passed;
  }

  private void add(String stage, double passed) {
    if (passed > 0) {
      seconds.merge(stage, passed, Double::sum);
    }
  }
}
