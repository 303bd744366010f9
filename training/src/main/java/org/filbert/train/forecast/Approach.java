package org.filbert.train.forecast;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.filbert.plan.Plan;
import org.filbert.selection.OpenChoices;
import org.filbert.shard.Prepared;
import org.filbert.solver.BlockDescentOptions;
import org.filbert.solver.ConjugateGradientsOptions;
import org.filbert.solver.SolverOptions;
import org.filbert.system.FullKernelOptions;
import org.filbert.system.NystromOptions;
import org.filbert.system.SystemOptions;
import org.jspecify.annotations.Nullable;

/**
 * A system and a solver, where these are chosen by the plan.
 *
 * @param landmarks of the system {@code nystrom}; 0: the full kernel
 * @param blockSize of block descent; 0: conjugate gradients
 * @param epochs most epochs or iterations
 * @param rows that the model learns from; null: all, and in a state of an earlier version
 * @param size columns of the preconditioner; null: as the solver finds them, and in a state of an
 *     earlier version
 */
public record Approach(
    int landmarks, int blockSize, int epochs, @Nullable Integer rows, @Nullable Integer size) {
  /** Most planned operations where time is not limited: some 15 minutes on two cores. */
  static final double FLOPS = 2e14;

  /** Most rows of which one block is factorised: its elements are numbered by ints. */
  public static final int EXACT_ROWS = 46_000;

  /**
   * Rows of an exact solution that a landmark is worth, where that has not been measured: a model
   * of p landmarks and all rows is about as good as the exact one of so many times p rows.
   */
  public static final double WORTH = 8;

  /** Iterations of conjugate gradients, as a rule. */
  private static final int ITERATIONS = 40;

  private static final int MOST_ITERATIONS = 300;

  /** Relative residual after which held-out errors have stopped to fall. */
  private static final double TOLERANCE = 1e-3;

  /** One column of the preconditioner for so many rows. */
  private static final int ROWS_OF_COLUMN = 20;

  private static final int LEAST_COLUMNS = 500;
  private static final int MOST_COLUMNS = 8000;

  /** Times that an operation takes longer where the right matrix has few columns. */
  private static final double NARROW = 4;

  private static final List<Integer> LANDMARKS =
      List.of(16_000, 11_000, 8000, 5600, 4000, 2800, 2000, 1400, 1000, 700, 500);

  /** Rows of a sample, which is solved exactly: how long that takes is known. */
  private static final List<Integer> SAMPLES =
      List.of(EXACT_ROWS, 32_000, 23_000, 16_000, 11_000, 8000, 5600, 4000);

  /** Largest block, and epochs, for columns that the configuration gives. */
  private static final int BLOCK = 4000;

  private static final int EPOCHS = 10;

  /**
   * What a run may be solved by.
   *
   * @param open which of system and solver
   * @param allRows whether the system's unknowns are those of all training rows
   * @param n training rows
   * @param epochs of the solver, if it is given
   * @param fits whether system and solver go together
   */
  public static List<Approach> of(
      OpenChoices open, boolean allRows, int n, int epochs, Predicate<Approach> fits) {
    List<Approach> all = new ArrayList<>();
    if (allRows) {
      if (n <= EXACT_ROWS) {
        all.add(exact(n, null));
      }
      all.add(gradients(n));
    } else {
      IntStream.iterate(BLOCK, block -> block > 0, block -> block / 2)
          .mapToObj(block -> new Approach(0, block, EPOCHS, null, null))
          .filter(fits)
          .findFirst()
          .ifPresentOrElse(all::add, () -> all.add(gradients(n)));
    }
    if (open.system()) {
      SAMPLES.stream()
          .filter(rows -> rows < n)
          .map(rows -> exact(rows, rows))
          .filter(fits)
          .forEach(all::add);
      LANDMARKS.stream()
          .filter(p -> p < n)
          .map(p -> new Approach(p, p, 1, null, null))
          .filter(fits)
          .forEach(all::add);
    }
    return open.solver()
        ? all
        : all.stream()
            .map(each -> new Approach(each.landmarks, each.blockSize, epochs, each.rows, null))
            .toList();
  }

  private static Approach exact(int n, @Nullable Integer rows) {
    return new Approach(0, n, 1, rows, null);
  }

  private static Approach gradients(int n) {
    int columns = Math.min(MOST_COLUMNS, Math.max(LEAST_COLUMNS, n / ROWS_OF_COLUMN));
    return new Approach(0, 0, MOST_ITERATIONS, null, columns < n ? columns : null);
  }

  /**
   * The most accurate first, as far as {@link #worth} tells.
   *
   * @param n training rows
   */
  public static List<Approach> sorted(List<Approach> all, int n, double ofLandmark) {
    return all.stream()
        .sorted(Comparator.comparingDouble((Approach each) -> -each.worth(n, ofLandmark)))
        .toList();
  }

  /**
   * Rows of the exact solution that is about as good.
   *
   * @param n training rows
   * @param ofLandmark see {@link #WORTH}
   */
  private double worth(int n, double ofLandmark) {
    return landmarks > 0 ? Math.min(n, ofLandmark * landmarks) : rows == null ? n : rows;
  }

  /** Whether the unknowns are fewer than the rows. */
  public boolean reduced() {
    return landmarks > 0 || rows != null;
  }

  public SystemOptions system() {
    return landmarks == 0
        ? new FullKernelOptions(rows == null ? OptionalInt.empty() : OptionalInt.of(rows))
        : NystromOptions.of(landmarks);
  }

  public SolverOptions solver() {
    return blockSize > 0
        ? BlockDescentOptions.of(blockSize, epochs)
        : new ConjugateGradientsOptions(
            Optional.empty(),
            size == null ? OptionalInt.empty() : OptionalInt.of(size),
            OptionalDouble.empty(),
            size == null ? OptionalDouble.empty() : OptionalDouble.of(TOLERANCE),
            OptionalInt.of(epochs),
            OptionalInt.empty(),
            OptionalInt.empty(),
            OptionalInt.empty());
  }

  /** What is chosen of system and solver, as a person reads it. */
  public String text(OpenChoices open) {
    List<String> parts = new ArrayList<>();
    if (open.system()) {
      parts.add(
          landmarks > 0
              ? String.format(Locale.ROOT, "nystrom with %,d landmarks", landmarks)
              : rows == null
                  ? "full-kernel"
                  : String.format(Locale.ROOT, "full-kernel of %,d of the rows", rows));
    }
    if (open.solver()) {
      parts.add(
          blockSize > 0
              ? String.format(
                  Locale.ROOT,
                  "block-coordinate-descent, blocks of %,d, %d epochs",
                  blockSize,
                  epochs)
              : String.format(Locale.ROOT, "conjugate-gradients, at most %d iterations", epochs));
    }
    return String.join("; ", parts);
  }

  /** Planned operations of a solution. */
  double flops(Plan plan, Prepared prepared) {
    return plan.work().flops() + plan.work().factorFlops() + later(plan, prepared);
  }

  /** Expected seconds of a solution. */
  double seconds(Speed speed) {
    return speed.seconds(laterEpochs() + 1);
  }

  /** Epochs that a solver takes, as a rule. */
  public static int expected(SolverOptions solver) {
    int most = solver.stopping().epochs();
    return solver instanceof ConjugateGradientsOptions ? Math.min(most, ITERATIONS) : most;
  }

  private int laterEpochs() {
    return Math.min(epochs, ITERATIONS) - 1;
  }

  /** Operations of the epochs after the first, which compute no entry that is kept. */
  private double later(Plan plan, Prepared prepared) {
    double anew = 1 - plan.cache().train().keptShare();
    double entries = plan.work().entries() * prepared.shardRows().size();
    return laterEpochs() * (anew * plan.work().flops() + NARROW * 2 * entries * prepared.columns());
  }
}
