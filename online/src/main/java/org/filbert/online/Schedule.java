package org.filbert.online;

/**
 * The place of a learner in its {@link StepSize}: γ = 2⁻ʰ·γ_t with t = step - start + 1.
 *
 * @param start batches learned from that the step size no longer counts
 * @param halvings h
 */
public record Schedule(long start, int halvings) {
  static final Schedule INITIAL = new Schedule(0, 0);

  /** γ of the next step. */
  double gamma(StepSize size, long step) {
    return Math.scalb(size.at(step - start + 1), -halvings);
  }

  /** From its beginning again. */
  Schedule restarted(long step) {
    return new Schedule(step, halvings);
  }

  Schedule halved() {
    return new Schedule(start, halvings + 1);
  }
}
