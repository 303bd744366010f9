package org.filbert.system;

import java.util.List;
import org.filbert.plan.Plan;
import org.filbert.shard.Prepared;
import org.filbert.system.equations.SystemSettings;

/**
 * An approximation of the kernel matrix K that preconditions its system: columns Z (n×s) with Z·Zᵀ
 * ≈ K. For landmarks J, Z is K_J·K_JJ^(-½).
 *
 * @param columns Z
 * @param ridges μ of the preconditioner Z·Zᵀ + μ·W⁻¹: one for each ridge of the system, or one for
 *     all ridges
 * @param most largest number of columns that the solver may ask for
 */
public record Sketch(LowRankFactor columns, List<Double> ridges, int most) {
  public Sketch {
    ridges = List.copyOf(ridges);
  }

  /** The same sketch with another number of columns. */
  public Sketch withColumns(int number) {
    return new Sketch(columns.withColumns(number), ridges, most);
  }

  /** The plan of a system with this preconditioner. */
  public Plan on(Plan plan, SystemSettings system, Prepared prepared) {
    return new LowRank(this, system, prepared).plan(plan);
  }
}
