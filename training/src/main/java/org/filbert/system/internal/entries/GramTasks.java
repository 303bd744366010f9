package org.filbert.system.internal.entries;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.filbert.cost.InPhase;
import org.filbert.cost.Phase;
import org.filbert.data.Sample;
import org.filbert.linalg.Blas;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.loss.SmoothLoss;
import org.filbert.shard.ShardState;
import org.filbert.system.equations.BlockNorms;
import org.filbert.system.equations.ColumnArithmetic;
import org.filbert.system.equations.ColumnSource;
import org.filbert.system.equations.Diagonal;
import org.filbert.system.equations.LossOfRows;
import org.filbert.system.equations.Risk;
import org.filbert.system.equations.Shared;
import org.filbert.workers.Matrices;
import org.filbert.workers.SumAction;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;
import org.jspecify.annotations.Nullable;

/** The workers' tasks for the factors of normal equations. They run once for each block. */
public final class GramTasks {
  /**
   * Rows over which products are added in the columns' own precision. The features are rounded to
   * this precision, and sums over so few rows add no error that matters beside that.
   */
  public static final int GROUP = 1 << 14;

  private GramTasks() {}

  /**
   * The shard's part of Z_bᵀWY, b×k, and of Z_bᵀWZ_b, b×b; a grid's matrix is its diagonal, b×1.
   * Neither changes from epoch to epoch. They are sent in the precision of the columns.
   */
  @InPhase(Phase.GRAM)
  public record Gram(int block) implements Task<Matrices> {
    @Override
    public Matrices run(Worker worker) {
      int b = Shared.of(worker).blocks().size(block);
      Sample train = worker.get(ShardState.TRAIN);
      Matrix right = Matrix.zeros(Precision.DOUBLE, b, train.y().cols());
      if (ColumnTasks.rows(worker) instanceof DenseColumns dense) {
        return Matrices.of(right).andSymmetric(gram(worker, dense, train, right));
      }
      GridColumns grids = (GridColumns) ColumnTasks.rows(worker);
      grids.project(
          0,
          train.x(),
          new int[] {block},
          (from, to, target) -> targets(worker, train.y(), from, to, target),
          right);
      double[] diagonal =
          grids.diagonal(train.x(), block, () -> LossOfRows.curvatureBounds(worker).w());
      return Matrices.of(right, Matrix.of(Precision.DOUBLE, b, 1, diagonal));
    }

    /** Computes the Gram matrix and the right-hand side in one pass. */
    private Matrix gram(Worker worker, DenseColumns dense, Sample train, Matrix right) {
      Blas blas = worker.backend().blas();
      Precision precision = worker.get(ColumnSource.KEY).gram(Shared.of(worker).elements());
      Matrix sum = Matrix.zeros(precision, right.rows(), right.rows());
      Diagonal roots = LossOfRows.curvatureBounds(worker).root();
      try (GroupSum gram = new GroupSum(sum)) {
        dense.forEachStrip(
            0,
            train.x(),
            block,
            (i, z) -> {
              double[] values = new double[z.rows() * train.y().cols()];
              targets(worker, train.y(), i, i + z.rows(), values);
              try (Matrix weighted = weighted(roots.rows(i, i + z.rows()), z, precision);
                  Matrix targets =
                      Matrix.of(Precision.DOUBLE, z.rows(), train.y().cols(), values)) {
                gram.add(blas, weighted);
                dense.addTransposeProduct(z, targets, right);
              }
            });
        gram.finish();
      }
      return sum;
    }

    /** W^½·z in a precision, or a view of z if it is that. */
    private static Matrix weighted(Diagonal root, Matrix z, Precision precision) {
      if (root.isIdentity() && z.precision() == precision) {
        return z.rows(0, z.rows());
      }
      Matrix weighted = z.copy(precision);
      root.multiply(weighted);
      return weighted;
    }

    /** target ← -w·∂ℓ/∂f at u = 0: WY for the squared loss. */
    private static void targets(Worker worker, Matrix y, int from, int to, double[] target) {
      SmoothLoss loss = Shared.of(worker).settings().risk().loss();
      y.read(from, to, target);
      for (int at = 0; at < (to - from) * y.cols(); at++) {
        target[at] = -loss.slope(0, target[at]);
      }
      Diagonal.ofWeights(worker).multiply(target, from, to, y.cols());
    }
  }

  /**
   * The lower triangle of a sum of products zᵀz. Rows of a group are added in the result's
   * precision, groups in double.
   */
  private static final class GroupSum implements AutoCloseable {
    private final Matrix group;
    private @Nullable Matrix before;
    private int rows;

    GroupSum(Matrix result) {
      group = result;
    }

    void add(Blas blas, Matrix z) {
      if (rows >= GROUP && group.precision() != Precision.DOUBLE) {
        if (before == null) {
          before = Matrix.zeros(Precision.DOUBLE, group.rows(), group.cols());
        }
        before.addLower(group);
        rows = 0;
      }
      blas.syrk(true, 1, z, rows == 0 ? 0 : 1, group);
      rows += z.rows();
    }

    void finish() {
      if (before != null) {
        before.addLower(group);
        group.assignLower(before);
      }
    }

    @Override
    public void close() {
      if (before != null) {
        before.close();
      }
    }
  }

  /** The block's home writes A_bb for each ridge: the Gram matrix and the penalty. */
  @InPhase(Phase.FACTOR)
  public record TakeGram(int block) implements SumAction {
    @Override
    public void act(Worker worker, Matrices sum) {
      Shared shared = Shared.of(worker);
      Matrix right = sum.get(0);
      worker.get(BlockNorms.KEY).target(block, ColumnArithmetic.norm2(right));
      int b = right.rows();
      double identity = worker.get(ColumnSource.KEY).identity();
      List<double[]> shifts = new ArrayList<>();
      if (shared.settings().risk().norm() == Risk.Norm.L1) {
        shifts.add(new double[b]);
      } else {
        for (double ridge : shared.ridges()) {
          double[] shift = new double[b];
          Arrays.fill(shift, ridge * identity);
          shifts.add(shift);
        }
      }
      if (worker.get(ColumnSource.KEY) instanceof ColumnSource.Grids) {
        SystemTasks.factors(worker).takeDiagonal(block, sum.get(1).toArray(), shifts);
        return;
      }
      try (Matrix kernel = kernel(worker, b)) {
        SystemTasks.factors(worker)
            .prepare(
                block,
                shifts,
                (ridge, matrix) -> fill(matrix, sum.get(1), shared.ridges().get(ridge), kernel));
      }
    }

    private static void fill(Matrix out, Matrix gram, double ridge, Matrix kernel) {
      out.assignLower(gram);
      for (int i = 0; i < kernel.rows(); i++) {
        ColumnArithmetic.add(
            out.rows(i, i + 1).columns(0, i + 1), ridge, kernel.rows(i, i + 1).columns(0, i + 1));
      }
    }

    /** K_bb of landmarks; no rows for features. */
    private Matrix kernel(Worker worker, int b) {
      if (!(worker.get(ColumnSource.KEY) instanceof ColumnSource.Landmarks landmarks)) {
        return Matrix.zeros(Precision.DOUBLE, 0, 0);
      }
      int from = block * Shared.of(worker).settings().blockSize();
      Matrix kernel = Matrix.zeros(Precision.DOUBLE, b, b);
      ((DenseColumns) ColumnTasks.rows(worker))
          .fill(landmarks.rows().slice(from, from + b), block, kernel);
      return kernel;
    }
  }
}
