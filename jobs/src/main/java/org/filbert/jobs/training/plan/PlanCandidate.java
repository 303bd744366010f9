package org.filbert.jobs.training.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import org.filbert.solver.BlockDescentOptions;
import org.filbert.solver.ConjugateGradientsOptions;
import org.filbert.solver.SolverOptions;
import org.filbert.solver.SystemSolverOptions;
import org.filbert.system.FeatureOptions;
import org.filbert.system.FullKernelOptions;
import org.filbert.system.NystromOptions;
import org.filbert.system.SystemOptions;
import org.filbert.train.TrainingSpec;
import org.filbert.train.forecast.Approach;

/**
 * Another system and solver for a training.
 *
 * @param system as a configuration has it, and so the solver
 */
record PlanCandidate(String system, String solver, TrainingSpec spec) {
  private static final List<Integer> BLOCKS = List.of(8000, 4000, 2000, 1000);
  private static final int EPOCHS = 5;
  private static final List<Integer> COLUMNS = List.of(16_000, 8000, 4000, 2000, 1000);

  /** What goes with the kernel and the objective, the most accurate first. */
  static List<PlanCandidate> of(TrainingSpec spec, long n) {
    List<PlanCandidate> all = new ArrayList<>();
    if (!(spec.solver() instanceof SystemSolverOptions)) {
      return all;
    }
    TrainingSpec base =
        spec.objective().ridge().values().get(0) > 0
            ? spec
            : spec.toBuilder().ridge(0.01).build(); // a plan does not depend on its value
    FullKernelOptions full = new FullKernelOptions();
    if (n <= Approach.EXACT_ROWS) {
      add(all, base, "{type: full-kernel}", full, descent((int) n, 1));
    }
    add(all, base, "{type: full-kernel}", full, ConjugateGradientsOptions.of(OptionalInt.empty()));
    for (int b : BLOCKS) {
      if (b < n) {
        add(all, base, "{type: full-kernel}", full, descent(b, EPOCHS));
      }
    }
    for (int p : COLUMNS) {
      if (p < n) {
        String nystrom = String.format(Locale.ROOT, "{type: nystrom, landmarks: %d}", p);
        add(all, base, nystrom, NystromOptions.of(p), descent(p, 1));
        String features = String.format(Locale.ROOT, "{type: random-features, features: %d}", p);
        add(all, base, features, FeatureOptions.of(base.kernel(), p), descent(p, 1));
      }
    }
    return all;
  }

  private static SolverOptions descent(int block, int epochs) {
    return BlockDescentOptions.of(block, epochs);
  }

  private static void add(
      List<PlanCandidate> all,
      TrainingSpec base,
      String name,
      SystemOptions system,
      SolverOptions solver) {
    try {
      TrainingSpec spec = base.toBuilder().system(system).solver(solver).build();
      all.add(new PlanCandidate(name, yaml(solver), spec));
    } catch (IllegalArgumentException e) {
      // kernel, objective, system and solver do not go together: no candidate
    }
  }

  private static String yaml(SolverOptions solver) {
    return solver instanceof BlockDescentOptions descent
        ? String.format(
            Locale.ROOT,
            "{type: block-coordinate-descent, blockSize: %d, epochs: %d}",
            descent.blockSize(),
            descent.epochs())
        : "{type: conjugate-gradients}";
  }
}
