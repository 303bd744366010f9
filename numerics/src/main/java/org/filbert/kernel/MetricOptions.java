package org.filbert.kernel;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A metric M that is learned: the kernel of M^½·x in the place of that of x.
 *
 * @param learn Form of M; {@code auto}: whichever of the others predicts training rows best.
 * @param iterations Most iterations, each of which solves once. Default: {@code 5}
 * @param rows Training rows that M is learned from, drawn uniformly: exact solutions of these,
 *     which the square loss with a ridge above 0 has. Default: {@code 5000}, fewer within a short
 *     {@code budget.time}, and all rows for other objectives; or all if there are fewer
 * @param sample Of these the rows whose gradients are averaged. Default: {@code 20000}, divided by
 *     the number of outputs, but not below {@code 2000}; or all if there are fewer
 * @param centre Whether the mean gradient is subtracted from all. Default: {@code false}
 * @param refine Whether the factors of a diagonal metric, which may have been learned so, are those
 *     with the least leave-one-out error in the end, by its gradient, if left-out rows say that
 *     they are better. Default: {@code true}; {@code false} with {@code solutions}, where {@code
 *     true} refines after the last of them
 * @param solutions Kernel and ridge of each solution that M is learned from, instead of a choice;
 *     so many iterations. {@code fit} writes what it has chosen so.
 */
public record MetricOptions(
    Learn learn,
    OptionalInt iterations,
    OptionalInt rows,
    OptionalInt sample,
    Optional<Boolean> centre,
    Optional<Boolean> refine,
    Optional<List<MetricSolution>> solutions) {
  /** No metric. */
  public static final MetricOptions NONE = of(Learn.NONE);

  /** Gradients of single outputs: rows times outputs. */
  private static final int GRADIENTS = 20_000;

  private static final int FEWEST_ROWS = 2_000;

  /** The forms of a metric. */
  public enum Learn {
    /** The identity. */
    NONE,
    /** A factor for each input. */
    DIAGONAL,
    /** Any symmetric positive semi-definite matrix. */
    FULL,
    /** Whichever of these predicts training rows best by the others. */
    AUTO
  }

  public MetricOptions {
    atLeast(1, "iterations", iterations);
    atLeast(2, "rows", rows);
    atLeast(1, "sample", sample);
    solutions = solutions.map(List::copyOf);
    if (learn == Learn.NONE
        && (iterations.isPresent()
            || rows.isPresent()
            || sample.isPresent()
            || centre.isPresent()
            || refine.isPresent()
            || solutions.isPresent())) {
      throw new IllegalArgumentException(
          "learn is none, which has no iterations, rows, sample, centre, refine or solutions");
    }
    if (learn == Learn.FULL && refine.orElse(false)) {
      throw new IllegalArgumentException(
          "refine is true, which needs learn: diagonal or auto, found full");
    }
    if (solutions.isPresent()) {
      if (learn == Learn.AUTO) {
        throw new IllegalArgumentException(
            "solutions is given, which needs learn: diagonal or full, found auto");
      }
      if (iterations.isPresent() || solutions.get().isEmpty()) {
        throw new IllegalArgumentException(
            iterations.isPresent()
                ? "solutions and iterations are both given, must be at most one of them"
                : "solutions is an empty list, must have 1 or more");
      }
    }
  }

  private static void atLeast(int least, String key, OptionalInt value) {
    if (value.isPresent() && value.getAsInt() < least) {
      throw new IllegalArgumentException(
          "%s is %s, must be %s or more".formatted(key, value.getAsInt(), least));
    }
  }

  /** A form with defaults. */
  public static MetricOptions of(Learn learn) {
    return new MetricOptions(
        learn,
        OptionalInt.empty(),
        OptionalInt.empty(),
        OptionalInt.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** Whether a metric is learned. */
  public boolean any() {
    return learn != Learn.NONE;
  }

  /** The most iterations. */
  public int mostIterations() {
    return solutions.map(List::size).orElseGet(() -> iterations.orElse(5));
  }

  /** Whether kernel and ridge of each solution are given. */
  public boolean given() {
    return solutions.isPresent();
  }

  /** What the solution after t others is given; nothing for the last one, which is the run's. */
  public Optional<MetricSolution> given(int t) {
    return solutions.filter(all -> t < all.size()).map(all -> all.get(t));
  }

  /** The training rows whose gradients are averaged, of so many that have so many outputs. */
  public int sampleOf(int rows, int outputs) {
    return Math.min(rows, sample.orElse(Math.max(FEWEST_ROWS, GRADIENTS / outputs)));
  }

  /** Whether a diagonal metric is refined. */
  public boolean refined() {
    return refine.orElse(!given());
  }

  /** Whether the mean gradient is subtracted. */
  public boolean centred() {
    return centre.orElse(false);
  }
}
