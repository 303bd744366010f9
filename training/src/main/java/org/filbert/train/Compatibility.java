package org.filbert.train;

import java.util.List;
import java.util.Locale;
import org.filbert.kernel.DifferentiableKernel;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.MetricOptions;
import org.filbert.kernel.MetricSolution;
import org.filbert.selection.OpenChoices;
import org.filbert.solver.BlockDescentOptions;
import org.filbert.solver.SolverOptions;
import org.filbert.solver.SolverType;
import org.filbert.solver.SystemSolverOptions;
import org.filbert.system.FeatureOptions;
import org.filbert.system.SystemOptions;
import org.filbert.system.equations.Risk;

/** Refuses parts of a training that do not go together. */
public final class Compatibility {
  private Compatibility() {}

  /**
   * Refuses an ensemble where the system, the solver or the risk leave no room for one.
   *
   * @throws IllegalArgumentException if they do
   */
  public static void requireEnsemble(
      int members, SystemOptions system, SolverOptions solver, Risk risk, OpenChoices open) {
    String wanted = "ensemble.members is " + members;
    if (members < 1) {
      throw new IllegalArgumentException(wanted + ", must be 1 or more");
    }
    if (open.approach()) {
      throw new IllegalArgumentException(
          wanted + ", which needs a system and a solver that are given, found auto");
    }
    system.requireMembers(wanted);
    if (!(solver instanceof BlockDescentOptions descent) || descent.access().sketched()) {
      throw new IllegalArgumentException(
          wanted
              + ", which needs solver: {type: block-coordinate-descent} with blockSolver:"
              + " cholesky");
    }
    int features = ((FeatureOptions) system).features();
    if (features % descent.blockSize() != 0) {
      throw new IllegalArgumentException(
          "%s, which needs a solver.blockSize that divides system.features, %s, found %s"
              .formatted(wanted, features, descent.blockSize()));
    }
    if (!risk.equals(Risk.RIDGE)) {
      throw new IllegalArgumentException(
          wanted + ", which needs the square loss and the penalty l2");
    }
  }

  /**
   * Refuses a metric that is learned where the system, the solver, the kernel, several widths or
   * documents leave no room for one.
   *
   * @param settled whether the run's kernel, width and ridge are given
   * @throws IllegalArgumentException if they do
   */
  public static void requireMetric(
      MetricOptions metric,
      SystemOptions system,
      SolverOptions solver,
      Kernel kernel,
      List<Double> sigmas,
      boolean documents,
      boolean settled) {
    String wanted = "kernel.metric.learn is " + metric.learn().name().toLowerCase(Locale.ROOT);
    if (documents) {
      throw new IllegalArgumentException(wanted + ", which needs rows of numbers, found documents");
    }
    if (!(solver instanceof SystemSolverOptions)) {
      throw new IllegalArgumentException(wanted + ", which only solvers of kernel systems have");
    }
    if (!(kernel instanceof DifferentiableKernel)) {
      throw new IllegalArgumentException(
          wanted + ", which needs a kernel with derivatives, found " + kernel);
    }
    if (!sigmas.isEmpty()) {
      throw new IllegalArgumentException(
          wanted + ", which needs one kernel.sigma, median or auto, found a list");
    }
    if (metric.given() && !settled) {
      throw new IllegalArgumentException(
          "kernel.metric.solutions is given, which needs one number as kernel.sigma and one as"
              + " objective.ridge, found median, auto or a list");
    }
    for (MetricSolution solution : metric.solutions().orElse(List.of())) {
      if (!(solution.function() instanceof DifferentiableKernel)) {
        throw new IllegalArgumentException(
            "kernel.metric.solutions needs kernels with derivatives, found " + solution.function());
      }
    }
    system.requireGradients(wanted);
  }

  /**
   * Refuses a solver, a system, a kernel and a risk that do not go together.
   *
   * @throws IllegalArgumentException if it does not
   */
  public static void requireSolver(
      SystemSolverOptions solver, SystemOptions system, Kernel kernel, Risk risk) {
    solver.check(system, kernel);
    solver.check(system, risk);
    solver.facet().require(system, "solver.type is " + SolverType.of(solver).name());
  }
}
