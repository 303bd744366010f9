package org.filbert.system.internal.entries;

import java.util.ArrayList;
import java.util.List;
import org.filbert.cost.InPhase;
import org.filbert.cost.Phase;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.shard.ShardState;
import org.filbert.system.equations.Blocks;
import org.filbert.system.equations.Centres;
import org.filbert.system.equations.Diagonal;
import org.filbert.system.equations.Shared;
import org.filbert.system.equations.Vector;
import org.filbert.system.equations.VectorPart;
import org.filbert.system.internal.entries.RowBatchTasks.Held;
import org.filbert.workers.Key;
import org.filbert.workers.Matrices;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;

/**
 * √w_i·z_j(x_i) for the rows of a batch and a worker's own columns: features, block after block, or
 * kernel values with the worker's centres.
 */
public record BatchColumns(List<Matrix> parts) implements AutoCloseable {
  private static final Key<BatchColumns> AT_HAND = Key.rebuilt("batchColumns", BatchColumns.class);

  public static BatchColumns of(Worker worker, Held batch) {
    Centres centres = worker.find(Centres.KEY);
    List<Matrix> own =
        centres == null ? features(worker, batch) : values(worker, batch, centres.places());
    own.forEach(z -> new Diagonal(batch.weights()).root().multiply(z));
    return new BatchColumns(own);
  }

  private static List<Matrix> features(Worker worker, Held batch) {
    Blocks blocks = Shared.of(worker).blocks();
    List<Matrix> own = new ArrayList<>();
    for (int block : blocks.at(worker.index()).toArray()) {
      Matrix z = Matrix.zeros(Shared.of(worker).elements(), batch.x().count(), blocks.size(block));
      ((DenseColumns) ColumnTasks.rows(worker)).fill(batch.x(), block, z);
      own.add(z);
    }
    return own;
  }

  private static List<Matrix> values(Worker worker, Held batch, int[] places) {
    if (places.length == 0) {
      return List.of();
    }
    Precision precision = Shared.of(worker).settings().precision();
    Matrix z = Matrix.zeros(precision, batch.x().count(), places.length);
    RowBatchTasks.tiles(worker).fill(batch.x(), worker.get(ShardState.TRAIN).x().select(places), z);
    return List.of(z);
  }

  /** The columns of the present batch, which are computed if the worker does not keep them. */
  static BatchColumns atHand(Worker worker) {
    return worker.getOrMake(AT_HAND, () -> of(worker, worker.get(RowBatchTasks.HELD)));
  }

  /** Removes the columns of the present batch. */
  static void forget(Worker worker) {
    worker.remove(AT_HAND);
  }

  /** Z·v for the worker's own elements of v. */
  public Matrix multiply(Matrix v, int rows, Backend backend) {
    Matrix out = Matrix.zeros(Precision.DOUBLE, rows, v.cols());
    int at = 0;
    for (Matrix z : parts) {
      try (Matrix step = v.rows(at, at + z.cols()).copy(z.precision());
          Matrix part = Matrix.zeros(z.precision(), rows, v.cols())) {
        backend.blas().gemm(false, false, 1, z, step, 0, part);
        out.add(part);
      }
      at += z.cols();
    }
    return out;
  }

  /** Zᵀ·c. */
  public Matrix multiplyTransposed(Matrix c, Backend backend) {
    Matrix out =
        Matrix.zeros(Precision.DOUBLE, parts.stream().mapToInt(Matrix::cols).sum(), c.cols());
    int at = 0;
    for (Matrix z : parts) {
      try (Matrix rounded = c.copy(z.precision());
          Matrix product = Matrix.zeros(z.precision(), z.cols(), c.cols())) {
        backend.blas().gemm(true, false, 1, z, rounded, 0, product);
        out.rows(at, at + z.cols()).add(product);
      }
      at += z.cols();
    }
    return out;
  }

  /** Z·Zᵀ. */
  public Matrix gram(int rows, Worker worker) {
    Matrix gram = Matrix.zeros(Shared.of(worker).elements(), rows, rows);
    parts.forEach(z -> worker.backend().blas().gemm(false, true, 1, z, z, 1, gram));
    return gram;
  }

  /** The worker's own elements of Zᵀ·W^½·c of the present batch, with c for rows of weight 1. */
  public static Matrix gradient(Worker worker, Matrix c) {
    Held batch = worker.get(RowBatchTasks.HELD);
    try (Matrix weighted = c.copy(c.precision())) {
      new Diagonal(batch.weights()).root().multiply(weighted);
      return atHand(worker).multiplyTransposed(weighted, worker.backend());
    }
  }

  @Override
  public void close() {
    parts.forEach(Matrix::close);
  }

  /** Makes B the present batch; answers the worker's part of Z_B·u. */
  @InPhase(Phase.RESIDUAL)
  public record Predict(Held batch) implements Task<Matrices> {
    @Override
    public Matrices run(Worker worker) {
      forget(worker);
      worker.put(RowBatchTasks.HELD, batch);
      Matrix u = VectorPart.orZero(worker, Vector.U).elements();
      Matrix f = atHand(worker).multiply(u, batch.x().count(), worker.backend());
      new Diagonal(batch.weights()).root().inverse(1).multiply(f);
      return Matrices.of(f);
    }
  }
}
