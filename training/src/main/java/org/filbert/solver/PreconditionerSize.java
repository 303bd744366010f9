package org.filbert.solver;

/**
 * The size of a preconditioner, and whether a larger one pays. The rate of the last iterations
 * tells how many are still needed; twice as many columns need about half as many. A larger
 * preconditioner is made if it costs less than the iterations that it saves. (Avron, Clarkson and
 * Woodruff double until an estimate of the condition number is low enough; the bound asked for here
 * is the one where both ways take the same time, and no product is spent on the estimate alone.)
 *
 * @param columns of the preconditioner; 0 if there is none
 * @param residual the largest relative residual of a right-hand side when it was last checked
 * @param rate logarithm of what an iteration takes from that, lately; 0 if not known
 */
record PreconditionerSize(int columns, double residual, double rate) {
  /** The first size. */
  static final int FIRST = 500;

  /** The largest size. */
  static final int MOST = 8000;

  /** The most iterations that are predicted. */
  private static final double FORESEEN = 300;

  /** How many times longer an operation of a product takes if the right matrix has few columns. */
  private static final double NARROW = 4;

  /**
   * The costs of a solution.
   *
   * @param rows n
   * @param values stored values of a row
   * @param columns right-hand sides
   */
  record Cost(double rows, double values, double columns) {
    /** Operations of an iteration, in units of those of a product of large matrices. */
    double iteration() {
      return NARROW * 2 * rows * rows * columns;
    }

    /** Operations of a preconditioner: its columns, ZᵀZ in double, the factor. */
    double preconditioner(double s) {
      return 2 * rows * s * values + 2 * rows * s * s + s * s * s;
    }
  }

  /** The largest size for so many rows. */
  static int most(int wanted, int rows) {
    return Math.max(1, Math.min(wanted, rows / 4));
  }

  /** The size after a check of the residual; checks are at most {@code every} iterations apart. */
  PreconditionerSize after(int iteration, double newResidual, int every) {
    int since = iteration % every == 0 ? every : iteration % every;
    return new PreconditionerSize(columns, newResidual, Math.log(residual / newResidual) / since);
  }

  /**
   * The next size.
   *
   * @param most columns
   * @param toGo by how much the residual must still fall
   */
  PreconditionerSize grown(int most, double toGo, Cost cost) {
    int next = Math.min(2 * columns, most);
    double left = rate > 0 ? Math.min(FORESEEN, Math.log(toGo) / rate) : FORESEEN;
    boolean pays =
        next > columns && toGo > 1 && left / 2 * cost.iteration() > cost.preconditioner(next);
    return pays ? new PreconditionerSize(next, residual, rate) : this;
  }

  /**
   * The condition number whose bound on the convergence of conjugate gradients, a factor of (√c -
   * 1) / (√c + 1) an iteration, is what was seen.
   */
  double condition() {
    double root = 1 / Math.tanh(rate / 2);
    return root * root;
  }
}
