package org.filbert.train;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.filbert.linalg.Precision;
import org.filbert.solver.BlockDescentOptions;
import org.filbert.solver.SolverOptions;
import org.filbert.solver.SystemSolverOptions;
import org.filbert.train.method.Progress;

/** Whether a solver has ended far from the solution of its equations. */
final class ResidualLook {
  /** Runs that end early with an error like that of the solution have a residual of up to 0.07. */
  private static final double LARGE = 0.1;

  private ResidualLook() {}

  /**
   * What there is to say of a run: a line, or none. None of a solver that solves no equations, and
   * of an epoch before the last that validation rows have chosen.
   *
   * @param reached where the run has ended
   * @param blocks of the system; one block is solved directly
   */
  static List<String> notices(
      SolverOptions solver, Progress reached, int blocks, Precision precision) {
    double residual = reached.ofModel().relativeResidual();
    boolean chosen = reached.bestEpoch() != 0 && reached.bestEpoch() < reached.curve().size();
    if (!(solver instanceof SystemSolverOptions equations)
        || equations.ridgeless()
        || chosen
        || !(residual > LARGE)) {
      return List.of();
    }
    boolean direct = solver instanceof BlockDescentOptions && blocks == 1;
    String cures =
        Stream.of(
                direct ? "" : "more epochs",
                precision == Precision.SINGLE ? "precision: double" : "",
                "a larger ridge")
            .filter(cure -> !cure.isEmpty())
            .collect(Collectors.joining(", or "));
    return List.of(
        String.format(
            Locale.ROOT,
            "the equations are not solved: the relative residual is %.2g at the end, that of a good"
                + " solution is below %s; what helps: %s",
            residual,
            LARGE,
            cures));
  }
}
