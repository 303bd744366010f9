package org.filbert.system;

import java.util.List;
import org.filbert.cost.InPhase;
import org.filbert.cost.Phase;
import org.filbert.data.Rows;
import org.filbert.kernel.KernelBlocks;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.shard.ShardState;
import org.filbert.system.SymmetricCells.Cell;
import org.filbert.workers.Action;
import org.filbert.workers.Key;
import org.filbert.workers.Matrices;
import org.filbert.workers.SumTask;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;
import org.jspecify.annotations.Nullable;

/**
 * What the workers do for products of the whole kernel matrix with a vector v. Each has its {@link
 * SymmetricCells}: a cell gives K(rows, columns)·v for rows that are its own, and by its transpose
 * a part of K·v for the rows of the block, which is summed up over the workers.
 */
final class WholeKernelTasks {
  private static final Key<Boolean> DONE = Key.stored("cellsDone", Boolean.class);

  private WholeKernelTasks() {}

  /**
   * What a worker has of a block.
   *
   * @param v elements of a vector
   * @param kept whether all its cells in the block's columns are in the cache
   */
  record Piece(Matrix v, boolean kept) {}

  @InPhase(Phase.RESIDUAL)
  record Fetch(Vector v, int block) implements Task<Piece> {
    @Override
    public Piece run(Worker worker) {
      return new Piece(VectorPart.of(worker, v).piece(worker, block), kept(worker, block));
    }
  }

  private static List<Cell> cells(Worker worker, int block) {
    return new SymmetricCells(Shared.of(worker).blocks()).of(worker.index(), block);
  }

  private static boolean kept(Worker worker, int block) {
    KernelRows kernel = FullKernelTasks.kernelRows(worker);
    return cells(worker, block).stream().allMatch(kernel::keeps);
  }

  /**
   * Fitted values += K(cell)·v_I for the worker's rows in its cells; answers its part of what the
   * block's rows get by the transposes.
   *
   * @param x the block's rows; null to do nothing where the cache lacks a cell
   * @param d v_I
   * @param workers who do it
   */
  @InPhase(Phase.RESIDUAL)
  record Multiply(Vector v, int block, @Nullable Rows x, Matrix d, List<Integer> workers)
      implements Task<Matrices> {
    @Override
    public Matrices run(Worker worker) {
      Matrix back = Matrix.zeros(Precision.DOUBLE, d.rows(), d.cols());
      boolean asked = workers.contains(worker.index());
      boolean able = asked && (x != null || kept(worker, block));
      if (able) {
        multiply(worker, back);
      }
      worker.put(DONE, able || !asked);
      return Matrices.of(back);
    }

    private void multiply(Worker worker, Matrix back) {
      Rows own = worker.get(ShardState.TRAIN).x();
      VectorPart part = VectorPart.of(worker, v);
      for (Cell cell : cells(worker, block)) {
        int from = cell.rowFrom();
        int to = cell.rowTo();
        int left = cell.columnFrom();
        int right = cell.columnTo();
        FullKernelTasks.kernelRows(worker)
            .multiply(
                cell,
                own.slice(from, to),
                x == null ? null : x.slice(left, right),
                new KernelBlocks.Sides(
                    d.rows(left, right),
                    part.fitted().rows(from, to),
                    part.elements().rows(from, to),
                    back.rows(left, right)));
      }
    }
  }

  /** Adds what a block's rows get by transposes; answers whether the worker did its own part. */
  record AddTransposed(Vector v, int block) implements SumTask<Boolean> {
    @Override
    public Boolean run(Worker worker, Matrices own) {
      Blocks blocks = Shared.of(worker).blocks();
      VectorPart.of(worker, v)
          .fitted()
          .rows(blocks.from(worker.index(), block), blocks.to(worker.index(), block))
          .add(own.get(0));
      return worker.get(DONE);
    }
  }

  /** out ← F + ridge·W⁻¹v by the fitted values F of v: (K + ridge·W⁻¹)·v. */
  @InPhase(Phase.RESIDUAL)
  record Shift(Vector v, Vector out) implements Action {
    @Override
    public void act(Worker worker) {
      VectorPart part = VectorPart.of(worker, v);
      Matrix result = VectorPart.orZero(worker, out).elements();
      double[] weights = ShardState.weights(worker);
      double[] ridge = PerRidge.of(worker).ofColumns();
      RowStrips.forEach(
          result.rows(),
          (from, to) -> {
            double[] f = part.fitted().rows(from, to).toArray();
            double[] values = part.elements().rows(from, to).toArray();
            for (int at = 0; at < f.length; at++) {
              f[at] += ridge[at % ridge.length] / weights[from + at / ridge.length] * values[at];
            }
            result.write(from, to, f);
          });
    }
  }
}
