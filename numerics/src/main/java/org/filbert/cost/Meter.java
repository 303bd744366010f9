package org.filbert.cost;

import java.util.function.Supplier;

/** Takes note of what work is done, and how long it takes. */
public interface Meter {
  /** Takes note of nothing. */
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
   * Does work of one phase. Other phases within it are not part of it, except that within {@link
   * Phase#SCORING} everything is scoring.
   */
  <R> R get(Phase phase, Supplier<R> work);

  /** Does work that has no result. */
  default void run(Phase phase, Runnable work) {
    get(
        phase,
        () -> {
          work.run();
          return true;
        });
  }

  /** Counts floating-point operations in the phase under way. */
  void count(double flops);
}
