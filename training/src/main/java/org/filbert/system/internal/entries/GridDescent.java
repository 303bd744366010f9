package org.filbert.system.internal.entries;

import java.util.List;
import org.filbert.cost.InPhase;
import org.filbert.cost.Phase;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.shard.ShardState;
import org.filbert.system.equations.BlockNorms;
import org.filbert.system.equations.Blocks;
import org.filbert.system.equations.ColumnArithmetic;
import org.filbert.system.equations.ColumnSource;
import org.filbert.system.equations.Diagonal;
import org.filbert.system.equations.L1Descent;
import org.filbert.system.equations.LossOfRows;
import org.filbert.system.equations.PerRidge;
import org.filbert.system.equations.Risk;
import org.filbert.system.equations.Shared;
import org.filbert.system.equations.Update;
import org.filbert.system.equations.Vector;
import org.filbert.system.equations.VectorPart;
import org.filbert.workers.Matrices;
import org.filbert.workers.SumAction;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;

/**
 * Block descent on a grid, in one superstep. H_bb is diagonal with D/R elements. It travels with
 * the gradient, and every worker computes the step for all of the grid's bins, with the same bits
 * as all other workers.
 *
 * <pre>
 *   u_j += g_j / (H_jj + ridge)                          penalty ½ ridge·‖u‖²
 *   u_j ← soft(u_j + g_j / H_jj, ridge / H_jj)           penalty ridge·‖u‖₁
 * </pre>
 */
public final class GridDescent {
  private GridDescent() {}

  /**
   * Stores the norms of all blocks' targets, which are the gradient at u = 0, in {@link
   * BlockNorms}.
   */
  public record TakeTargets() implements SumAction {
    @Override
    public void act(Worker worker, Matrices own) {
      Shared shared = Shared.of(worker);
      BlockNorms norms = worker.get(BlockNorms.KEY);
      PerRidge layout = PerRidge.of(worker);
      Blocks blocks = shared.blocks();
      blocks
          .at(worker.index())
          .forEach(
              block -> {
                Matrix right =
                    own.get(0)
                        .rows(blocks.from(worker.index(), block), blocks.to(worker.index(), block));
                norms.target(block, ColumnArithmetic.norm2(layout.columns(right, 0)));
              });
    }
  }

  /**
   * The worker's part of g_b, b×k, of the diagonal of H_bb, b×1, and of u_b, b×k, if the step
   * depends on it.
   */
  @InPhase(Phase.RESIDUAL)
  public record Gradient(int block) implements Task<Matrices> {
    @Override
    public Matrices run(Worker worker) {
      Matrix g = new ColumnTasks.Gradient(block).run(worker).get(0);
      Matrix h =
          Matrix.of(
              Precision.DOUBLE,
              g.rows(),
              1,
              ((GridColumns) ColumnTasks.rows(worker))
                  .diagonal(
                      worker.get(ShardState.TRAIN).x(),
                      block,
                      () -> LossOfRows.curvatureBounds(worker).w()));
      if (Shared.of(worker).settings().risk().norm() != Risk.Norm.L1) {
        return Matrices.of(g, h);
      }
      Matrix u = Matrix.zeros(Precision.DOUBLE, g.rows(), g.cols());
      if (Shared.of(worker).blocks().home(block) == worker.index()) {
        u.assign(VectorPart.of(worker, Vector.U).piece(worker, block));
      }
      return Matrices.of(g, h, u);
    }
  }

  /** Computes and takes the step. */
  @InPhase(Phase.RESIDUAL)
  public record Step(int block, List<Integer> active) implements SumAction {
    @Override
    public void act(Worker worker, Matrices sum) {
      Shared shared = Shared.of(worker);
      boolean sparse = shared.settings().risk().norm() == Risk.Norm.L1;
      Matrix g = sum.get(0);
      Diagonal h = new Diagonal(sum.get(1).toArray());
      PerRidge layout = PerRidge.of(worker);
      if (shared.blocks().home(block) == worker.index()) {
        worker
            .get(BlockNorms.KEY)
            .met(block, sparse ? L1Descent.subgradient(g, sum.get(2), shared.ridges()) : g);
      }
      try (Matrix d = layout.active(g, active)) {
        for (int m : active) {
          double ridge = shared.ridges().get(m);
          Matrix own = layout.columns(d, m);
          if (sparse) {
            L1Descent.solveDiagonal(h.w(), own, layout.columns(sum.get(2), m), ridge);
          } else {
            h.plus(ridge * worker.get(ColumnSource.KEY).identity()).divide(own);
          }
        }
        new ColumnTasks.Add(Vector.U, Update.ADD, block, d).act(worker);
      }
    }
  }
}
