package org.filbert.cost;

import java.util.function.Supplier;

/** Measures work and its time. */
public interface Meter {
  /** A meter that measures nothing. */
  Meter NONE =
      new Meter() {
        @Override
        public <R> R get(Phase phase, Supplier<R> work) {
          return work.get();
        }

        @Override
        public void count(double flops) {}
      };

  /**
   * Does work of one phase. Work of other phases within it counts there, except that within {@link
   * Phase#SCORING} all work is scoring.
   */
  <R> R get(Phase phase, Supplier<R> work);

  /** Does work without a result. */
  default void run(Phase phase, Runnable work) {
    get(
        phase,
        () -> {
          work.run();
          return true;
        });
  }

  /** Counts floating-point operations in the current phase. */
  void count(double flops);
}
