package org.filbert.train.forecast;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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

/**
 * A system and a solver, where these are chosen by the plan.
 *
 * @param landmarks of the system {@code nystrom}; 0: the full kernel
 * @param blockSize of block descent; 0: conjugate gradients
 * @param epochs most epochs or iterations
 */
public record Approach(int landmarks, int blockSize, int epochs) {
  /** Most planned operations where time is not limited: some 15 minutes on two cores. */
  static final double FLOPS = 2e14;

  /** Most rows of which one block is factorised. */
  public static final int EXACT_ROWS = 20_000;

  /** Iterations of conjugate gradients, as a rule. */
  private static final int ITERATIONS = 40;

  private static final int MOST_ITERATIONS = 300;

  /** Times that an operation takes longer where the right matrix has few columns. */
  private static final double NARROW = 4;

  private static final List<Integer> LANDMARKS =
      List.of(16_000, 11_000, 8000, 5600, 4000, 2800, 2000, 1400, 1000, 700, 500);
  private static final Approach GRADIENTS = new Approach(0, 0, MOST_ITERATIONS);

  /** Largest block, and epochs, for columns that the configuration gives. */
  private static final int BLOCK = 4000;

  private static final int EPOCHS = 10;

  /**
   * What a run may be solved by, the most accurate first.
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
        all.add(new Approach(0, n, 1));
      }
      all.add(GRADIENTS);
    } else {
      IntStream.iterate(BLOCK, block -> block > 0, block -> block / 2)
          .mapToObj(block -> new Approach(0, block, EPOCHS))
          .filter(fits)
          .findFirst()
          .ifPresentOrElse(all::add, () -> all.add(GRADIENTS));
    }
    if (open.system()) {
      LANDMARKS.stream()
          .filter(p -> p < n)
          .map(p -> new Approach(p, p, 1))
          .filter(fits)
          .forEach(all::add);
    }
    return open.solver()
        ? all
        : all.stream().map(each -> new Approach(each.landmarks, each.blockSize, epochs)).toList();
  }

  public SystemOptions system() {
    return landmarks == 0 ? new FullKernelOptions() : NystromOptions.of(landmarks);
  }

  public SolverOptions solver() {
    return blockSize > 0
        ? BlockDescentOptions.of(blockSize, epochs)
        : ConjugateGradientsOptions.of(OptionalInt.of(epochs));
  }

  /** What is chosen of system and solver, as a person reads it. */
  public String text(OpenChoices open) {
    List<String> parts = new ArrayList<>();
    if (open.system()) {
      parts.add(
          landmarks == 0
              ? "full-kernel"
              : String.format(Locale.ROOT, "nystrom with %,d landmarks", landmarks));
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
