package org.filbert.system.internal.entries;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.filbert.cost.InPhase;
import org.filbert.cost.Phase;
import org.filbert.data.Rows;
import org.filbert.kernel.KernelBlocks;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.shard.ShardState;
import org.filbert.system.equations.Blocks;
import org.filbert.system.equations.Shared;
import org.filbert.system.equations.Vector;
import org.filbert.system.equations.VectorPart;
import org.filbert.system.internal.entries.SymmetricCells.Cell;
import org.filbert.workers.Key;
import org.filbert.workers.Matrices;
import org.filbert.workers.SumTask;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;
import org.filbert.workers.Workers;
import org.jspecify.annotations.Nullable;

/**
 * Products of the whole kernel matrix with a vector v, by {@link SymmetricCells}: a cell gives
 * K(rows, columns)·v for the worker's own rows. By its transpose it gives a part of K·v for the
 * rows of the block, which is added over the workers.
 */
public final class SymmetricProduct {
  private static final Key<Boolean> DONE = Key.stored("cellsDone", Boolean.class);

  private final Workers workers;
  private final Blocks blocks;
  private final IntFunction<Rows> rows;

  /**
   * @param rows fetches the rows of a block
   */
  public SymmetricProduct(Workers workers, Blocks blocks, IntFunction<Rows> rows) {
    this.workers = workers;
    this.blocks = blocks;
    this.rows = rows;
  }

  /** Fitted values of v += K·v. */
  public void addFitted(Vector v) {
    for (int block = 0; block < blocks.count(); block++) {
      addFitted(v, block);
    }
  }

  private void addFitted(Vector v, int block) {
    List<CachedPiece> pieces = workers.gather(new Fetch(v, block));
    Matrix d = CachedPiece.concat(pieces);
    List<Integer> all = IntStream.range(0, workers.count()).boxed().toList();
    List<Integer> missing =
        CachedPiece.allCached(pieces) ? missing(new Multiply(v, block, null, d, all)) : all;
    if (!missing.isEmpty()) {
      missing(new Multiply(v, block, rows.apply(block), d, missing));
    }
  }

  private List<Integer> missing(Multiply multiply) {
    List<Boolean> done =
        workers
            .sum(multiply)
            .byRows(
                blocks.pieces(multiply.block()), new AddTransposed(multiply.v(), multiply.block()));
    return multiply.workers().stream().filter(worker -> !done.get(worker)).toList();
  }

  private static List<Cell> cells(Worker worker, int block) {
    return new SymmetricCells(Shared.of(worker).blocks()).of(worker.index(), block);
  }

  private static boolean cached(Worker worker, int block) {
    KernelRows kernel = KernelRows.of(worker);
    return cells(worker, block).stream().allMatch(kernel::keeps);
  }

  /** Answers the worker's elements of a block, and whether its cells are in the cache. */
  @InPhase(Phase.RESIDUAL)
  record Fetch(Vector v, int block) implements Task<CachedPiece> {
    @Override
    public CachedPiece run(Worker worker) {
      return new CachedPiece(VectorPart.of(worker, v).piece(worker, block), cached(worker, block));
    }
  }

  /**
   * Fitted values += K(cell)·v_I for the worker's rows in its cells. Answers its part of the
   * products with the transposes, for the block's rows.
   *
   * @param x the block's rows; if null, workers whose cache lacks a cell do nothing
   * @param d v_I
   * @param workers numbers of the workers that act
   */
  @InPhase(Phase.RESIDUAL)
  record Multiply(Vector v, int block, @Nullable Rows x, Matrix d, List<Integer> workers)
      implements Task<Matrices> {
    @Override
    public Matrices run(Worker worker) {
      Matrix back = Matrix.zeros(Precision.DOUBLE, d.rows(), d.cols());
      boolean asked = workers.contains(worker.index());
      boolean able = asked && (x != null || cached(worker, block));
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
        KernelRows.of(worker)
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

  /**
   * Fitted values of the block's rows += the products with the transposes. Answers whether the
   * worker did its own part.
   */
  record AddTransposed(Vector v, int block) implements SumTask<Boolean> {
    @Override
    public Boolean run(Worker worker, Matrices own) {
      Blocks blocks = Shared.of(worker).blocks();
      blocks.piece(VectorPart.of(worker, v).fitted(), worker.index(), block).add(own.get(0));
      return worker.get(DONE);
    }
  }
}
