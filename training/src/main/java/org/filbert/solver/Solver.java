package org.filbert.solver;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import org.filbert.system.KernelSystem;
import org.filbert.system.equations.Fit;

/**
 * An iterative algorithm that solves a {@link KernelSystem} of any kind. Paths over ridges and
 * widths, patience, the best coefficients, curve and plan belong to the run around it.
 *
 * <p>A step is a pure function of the state and of what the workers answer: that is what makes runs
 * repeatable, and a run with failures end with the bits of one without.
 *
 * @param <S> its state between steps, immutable plain data
 */
public interface Solver<S extends Solver.State> {
  /** The state of a solver, with what a run reports of it. */
  interface State {
    Position position();

    /** Values that the solver has chosen by itself, by name, for summaries. */
    default SortedMap<String, Double> choices() {
      return new TreeMap<>();
    }

    /** Whether a ridge is solved. */
    default boolean finished(int member) {
      return false;
    }

    /** ‖B - A·u‖ / ‖B‖ of a ridge, where the solver knows better than the system. */
    default OptionalDouble relativeResidual(int member) {
      return OptionalDouble.empty();
    }

    /** Whether the tolerance was reached, of a solver that has one. */
    default Optional<Boolean> converged() {
      return Optional.empty();
    }

    /** Warnings for the user. */
    default List<String> warnings() {
      return List.of();
    }
  }

  /**
   * The position of a solver in its run.
   *
   * @param epoch the epoch under way, from 1
   * @param step steps of this epoch that are done
   * @param steps of an epoch
   */
  record Position(int epoch, int step, int steps) {}

  /** Number of vectors with fitted values that the solver has besides u. */
  int vectors(int directions);

  /** The state before the first step, with u = 0. */
  S start(KernelSystem system);

  /**
   * A step.
   *
   * @param active numbers of the ridges that have not stopped; the others stay as they are
   */
  S step(S state, KernelSystem system, List<Integer> active);

  /** How well u fits at the end of an epoch. */
  default List<Fit> fit(S state, KernelSystem system) {
    return system.fit();
  }

  /**
   * The state after the fitted values of u were computed anew and found to differ, so that
   * residuals that were remembered no longer hold.
   */
  default S refitted(S state) {
    return state;
  }
}
