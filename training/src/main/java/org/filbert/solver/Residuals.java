package org.filbert.solver;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The residuals B - A·u of conjugate gradients, with a number for every column.
 *
 * @param tolerance of ‖r‖ / ‖b‖
 * @param outputs columns of each ridge
 * @param right2 ‖b‖²
 * @param norms2 ‖r‖²
 * @param done columns that have met the tolerance, which stay as they are
 * @param best the largest relative residual of a column at the best check so far
 * @param checks in succession since then that have found rounding
 */
record Residuals(
    double tolerance,
    int outputs,
    double[] right2,
    double[] norms2,
    List<Boolean> done,
    double best,
    int checks) {
  /** The largest ratio to the best residual that counts as progress. */
  private static final double PROGRESS = 0.95;

  /**
   * Checks in succession, with rounding and without progress, after which the iteration has
   * stalled.
   */
  private static final int PATIENCE = 3;

  /**
   * The share of the tolerance that the recurrence must reach, so that the true residual is below
   * the tolerance.
   */
  private static final double SAFELY = 0.99;

  /**
   * The largest difference of the recurrence's norm from the true one, relative to that, without a
   * restart.
   */
  private static final double APART = 0.1;

  /** The ratio to the best residual beyond which an iteration has gone astray. */
  private static final double ASTRAY = 100;

  /** Before the first step. */
  static Residuals first(double tolerance, int outputs, double[] right2, double[] norms2) {
    List<Boolean> none = Collections.nCopies(right2.length, false);
    return new Residuals(tolerance, outputs, right2, norms2, none, Double.POSITIVE_INFINITY, 0);
  }

  /** After a step: a column whose residual has come below the tolerance is done. */
  Residuals after(double[] recurrence2) {
    double bound = SAFELY * SAFELY * tolerance * tolerance;
    List<Boolean> nowDone =
        IntStream.range(0, done.size())
            .mapToObj(c -> done.get(c) || recurrence2[c] <= bound * right2[c])
            .toList();
    return new Residuals(tolerance, outputs, right2, recurrence2, nowDone, best, checks);
  }

  /**
   * The residuals after a check: columns above the tolerance are not done. The true norm may rise
   * before it falls; only a difference from the recurrence is a sign of rounding.
   *
   * @param astray whether the iteration had to go back to the best unknowns, likewise a sign
   */
  Residuals checked(double[] true2, boolean astray) {
    double bound = tolerance * tolerance;
    List<Boolean> nowDone =
        IntStream.range(0, done.size()).mapToObj(c -> true2[c] <= bound * right2[c]).toList();
    double now = largest(true2);
    boolean better = now < PROGRESS * best;
    boolean rounding =
        astray
            || apart(true2)
            || IntStream.range(0, done.size()).anyMatch(c -> done.get(c) && !nowDone.get(c));
    return new Residuals(
        tolerance,
        outputs,
        right2,
        true2,
        nowDone,
        better ? now : best,
        better || !rounding ? 0 : checks + 1);
  }

  /** Whether true residuals are the smallest of any check. */
  boolean best(double[] true2) {
    return largest(true2) < best;
  }

  /** Whether they are far beyond those of the best check, or no numbers. */
  boolean astray(double[] true2) {
    double now = largest(true2);
    return Double.isNaN(now) || now > ASTRAY * best;
  }

  /** Whether true residuals are far from what the recurrence says. */
  boolean apart(double[] true2) {
    return IntStream.range(0, right2.length)
        .filter(c -> !done.get(c))
        .anyMatch(
            c -> {
              double norm = Math.sqrt(true2[c]);
              return Math.abs(norm - Math.sqrt(norms2[c])) > APART * norm;
            });
  }

  /** Whether rounding leaves no progress. */
  boolean stalled() {
    return checks >= PATIENCE;
  }

  /** Whether all columns of a ridge are done. */
  boolean solved(int member) {
    return done.subList(member * outputs, (member + 1) * outputs).stream().allMatch(own -> own);
  }

  boolean solved() {
    return done.stream().allMatch(own -> own);
  }

  /** ‖R‖ / ‖B‖ of a ridge. */
  double relative(int member) {
    double all = Arrays.stream(right2, member * outputs, (member + 1) * outputs).sum();
    double left = Arrays.stream(norms2, member * outputs, (member + 1) * outputs).sum();
    return Math.sqrt(all > 0 ? left / all : left);
  }

  /** The largest relative residual of a column. */
  double largest() {
    return largest(norms2);
  }

  private double largest(double[] squares) {
    double largest = 0;
    for (int c = 0; c < right2.length; c++) {
      largest = Math.max(largest, right2[c] > 0 ? Math.sqrt(squares[c] / right2[c]) : 0);
    }
    return largest;
  }
}
