package org.filbert.solver;

/**
 * How large a preconditioner is, and whether a larger one pays. What the last iterations have taken
 * from the residual tells how many are still needed; with twice as many columns it will be about
 * half as many. If these save more than a preconditioner of that size costs, it is made. (Avron,
 * Clarkson and Woodruff double until an estimate of the condition number is low enough; the bound
 * asked for here is the one where both ways take the same time, and no product is spent on the
 * estimate alone.)
 *
 * @param columns of the preconditioner; 0 if there is none
 * @param residual the largest relative residual of a right-hand side when it was last checked
 * @param rate logarithm of what an iteration takes from that, lately; 0 if not known
 */
record PreconditionerSize(int columns, double residual, double rate) {
  /** What is begun with. */
  static final int FIRST = 500;

  /** More are not tried. */
  static final int MOST = 8000;

  /** More iterations than these are not foretold. */
  private static final double FORESEEN = 300;

  /** Products of a stored matrix with few columns take so many times longer than those of many. */
  private static final double NARROW = 4;

  /**
   * What a solution costs.
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

  /** The most that are worth a try for so many rows. */
  static int most(int wanted, int rows) {
    return Math.max(1, Math.min(wanted, rows / 4));
  }

  /** After a check of the residual that comes at least every so many iterations. */
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
