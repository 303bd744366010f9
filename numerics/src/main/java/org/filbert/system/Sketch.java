package org.filbert.system;

import java.util.List;
import org.filbert.plan.Plan;
import org.filbert.shard.Prepared;

/**
 * What a kernel matrix K is approximated by to precondition its system: columns Z (n×s) with Z·Zᵀ ≈
 * K, which for landmarks J are K_J·K_JJ^(-½).
 *
 * @param columns Z
 * @param ridges μ of the preconditioner Z·Zᵀ + μ·W⁻¹: one for each ridge of the system, or one for
 *     all
 * @param most the largest number of columns that will be asked for
 */
public record Sketch(Columns columns, List<Double> ridges, int most) {
  public Sketch {
    ridges = List.copyOf(ridges);
  }

  /** The same with other columns. */
  public Sketch withColumns(int number) {
    return new Sketch(columns.withColumns(number), ridges, most);
  }

  /** The plan of a system with this preconditioner. */
  public Plan on(Plan plan, SystemSettings system, Prepared prepared) {
    long kept = LowRank.cacheBytes(this, system, prepared);
    return plan.and(
            List.of(
                new Plan.Item("preconditioner", LowRank.bytes(this, system, prepared)),
                new Plan.Item("preconditioner being made", LowRank.bytesInFlight(this))))
        .withMoreToKeep(Math.max(1, kept));
  }
}
