package org.filbert.solver;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import org.filbert.system.Fit;
import org.filbert.system.KernelSystem;

/**
 * An iteration that solves a {@link KernelSystem}, whichever it is. What a run has besides, paths
 * over ridges and widths, patience, the best coefficients, curve and plan, is around it.
 *
 * <p>A step is a pure function of the state and of what the workers answer: that is what makes runs
 * repeatable, and a run with failures end with the bits of one without.
 *
 * @param <S> what it remembers from step to step, immutable plain data
 */
public interface Solver<S extends Solver.State> {
  /** What every solver can tell. */
  interface State {
    Position position();

    /** What it has chosen by itself, by name, for summaries. */
    default SortedMap<String, Double> choices() {
      return new TreeMap<>();
    }

    /** Whether a ridge's solution is there. */
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

    /** What the user should know. */
    default List<String> warnings() {
      return List.of();
    }
  }

  /**
   * Where a solver stands.
   *
   * @param epoch the epoch under way, from 1
   * @param step steps of this epoch that are done
   * @param steps of an epoch
   */
  record Position(int epoch, int step, int steps) {}

  /** Vectors with fitted values that it has besides u. */
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
