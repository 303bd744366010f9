package org.filbert.operators.loop.spec;

/**
 * Which attempts of a job have begun. An attempt that finds no slots for its tasks does not begin,
 * and is no failure of the run.
 */
public interface Beginnings {
  /** All have begun, as far as is known. */
  Beginnings ALL =
      new Beginnings() {
        @Override
        public void note(Attempts.Mark attempt) {}

        @Override
        public int between(Attempts.Mark from, Attempts.Mark to) {
          return to.attempt() - from.attempt();
        }
      };

  /** Notes that an attempt has begun. */
  void note(Attempts.Mark attempt);

  /** Number of attempts of a job that have begun, from one of them on and before another. */
  int between(Attempts.Mark from, Attempts.Mark to);
}
