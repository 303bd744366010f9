package org.filbert.system.internal.entries;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.filbert.cost.InPhase;
import org.filbert.cost.Phase;
import org.filbert.data.Rows;
import org.filbert.data.Sample;
import org.filbert.kernel.LowerTriangle;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.shard.ShardState;
import org.filbert.system.equations.Blocks;
import org.filbert.system.equations.ColumnArithmetic;
import org.filbert.system.equations.Diagonal;
import org.filbert.system.equations.Fit;
import org.filbert.system.equations.HeldOutFit;
import org.filbert.system.equations.PerRidge;
import org.filbert.system.equations.RowStrips;
import org.filbert.system.equations.Shared;
import org.filbert.system.equations.Update;
import org.filbert.system.equations.Vector;
import org.filbert.system.equations.VectorPart;
import org.filbert.workers.Action;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;
import org.jspecify.annotations.Nullable;

/** The workers' tasks for a {@code FullKernel}. */
public final class FullKernelTasks {
  private FullKernelTasks() {}

  /** Answers Y - F - ridge·W⁻¹α on the worker's rows of a block. */
  @InPhase(Phase.RESIDUAL)
  public record Fetch(int block) implements Task<CachedPiece> {
    @Override
    public CachedPiece run(Worker worker) {
      Blocks blocks = Shared.of(worker).blocks();
      int from = blocks.from(worker.index(), block);
      int to = blocks.to(worker.index(), block);
      return new CachedPiece(residual(worker, from, to), KernelRows.of(worker).keeps(0, block));
    }
  }

  /** Y - F - ridge·W⁻¹α on some of the worker's rows. */
  private static Matrix residual(Worker worker, int from, int to) {
    Matrix targets = worker.get(ShardState.TRAIN).y();
    VectorPart u = VectorPart.orZero(worker, Vector.U);
    double[] y = targets.rows(from, to).toArray();
    double[] f = u.fitted().rows(from, to).toArray();
    double[] alpha = u.elements().rows(from, to).toArray();
    double[] weights = ShardState.weights(worker);
    double[] ridge = PerRidge.of(worker).ofColumns();
    int k = targets.cols();
    for (int at = 0; at < f.length; at++) {
      int i = at / ridge.length;
      int c = at % ridge.length;
      f[at] = y[i * k + c % k] - f[at] - ridge[c] / weights[from + i] * alpha[at];
    }
    return Matrix.of(Precision.DOUBLE, to - from, ridge.length, f);
  }

  private static boolean keepsHeldOut(Worker worker, int block) {
    KernelRows kernel = KernelRows.of(worker);
    return IntStream.rangeClosed(1, worker.get(ShardState.HELD_OUT).size())
        .allMatch(sample -> kernel.keeps(sample, block));
  }

  /** The elements of a vector ← the residual of the worker's rows. */
  @InPhase(Phase.RESIDUAL)
  public record WholeResidual(Vector g) implements Action {
    @Override
    public void act(Worker worker) {
      Matrix out = VectorPart.orZero(worker, g).elements();
      RowStrips.forEach(
          out.rows(),
          (from, to) -> {
            try (Matrix residual = residual(worker, from, to)) {
              out.rows(from, to).assign(residual);
            }
          });
    }
  }

  /** out ← F + ridge·W⁻¹v by the fitted values F of v: (K + ridge·W⁻¹)·v. */
  @InPhase(Phase.RESIDUAL)
  public record Shift(Vector v, Vector out) implements Action {
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

  /** Rows of a block and their weights. */
  public record BlockRows(Rows x, double[] weights) {
    public static BlockRows concat(List<BlockRows> pieces) {
      return new BlockRows(
          Rows.concat(pieces.stream().map(BlockRows::x).toList()),
          pieces.stream().flatMapToDouble(piece -> Arrays.stream(piece.weights())).toArray());
    }
  }

  public record FetchRows(int block) implements Task<BlockRows> {
    @Override
    public BlockRows run(Worker worker) {
      Blocks blocks = Shared.of(worker).blocks();
      int from = blocks.from(worker.index(), block);
      int to = blocks.to(worker.index(), block);
      return new BlockRows(
          worker.get(ShardState.TRAIN).x().slice(from, to),
          Arrays.copyOfRange(ShardState.weights(worker), from, to));
    }

    @Override
    public boolean readsConstants() {
      return true;
    }
  }

  /** The block's home writes K_II and the shifts of its diagonal, while the other workers wait. */
  @InPhase(Phase.FACTOR)
  public record TakeRows(int block, BlockRows rows) implements Action {
    @Override
    public void act(Worker worker) {
      Shared shared = Shared.of(worker);
      List<double[]> shifts = new ArrayList<>();
      for (double ridge : shared.ridges()) {
        shifts.add(new Diagonal(rows.weights()).inverse(ridge).w());
      }
      LowerTriangle kernel =
          new LowerTriangle(
              shared.settings().kernel(),
              shared.settings().precision(),
              worker.backend(),
              SystemTasks.threads(worker, true));
      SystemTasks.factors(worker)
          .prepare(block, shifts, (ridge, matrix) -> kernel.fill(rows.x(), matrix));
    }
  }

  /**
   * Updates v_I by d on the worker's own rows; fitted values += K(:, I)·d. Answers whether the
   * worker could do so.
   *
   * @param x the block's rows; if null, workers whose cache lacks the block do nothing
   * @param workers numbers of the workers that act
   */
  @InPhase(Phase.RESIDUAL)
  public record Add(
      Vector v, Update update, int block, @Nullable Rows x, Matrix d, List<Integer> workers)
      implements Task<Boolean> {
    @Override
    public Boolean run(Worker worker) {
      if (!workers.contains(worker.index())) {
        return true;
      }
      KernelRows kernel = KernelRows.of(worker);
      if (x == null && !kernel.keeps(0, block)) {
        return false;
      }
      VectorPart part = VectorPart.orZero(worker, v);
      update.apply(worker, part, block, d);
      kernel.multiply(0, worker.get(ShardState.TRAIN).x(), block, x, d, part.fitted());
      return true;
    }
  }

  @InPhase(Phase.SCORING)
  public record FetchHeldOut(int block) implements Task<CachedPiece> {
    @Override
    public CachedPiece run(Worker worker) {
      return new CachedPiece(
          VectorPart.orZero(worker, Vector.U).piece(worker, block), keepsHeldOut(worker, block));
    }
  }

  /** Fitted values of held-out rows += K(:, I)·d. Answers as {@link Add}. */
  @InPhase(Phase.SCORING)
  public record AddHeldOut(int block, @Nullable Rows x, Matrix d, List<Integer> workers)
      implements Task<Boolean> {
    @Override
    public Boolean run(Worker worker) {
      if (!workers.contains(worker.index())) {
        return true;
      }
      if (x == null && !keepsHeldOut(worker, block)) {
        return false;
      }
      List<Sample> samples = worker.get(ShardState.HELD_OUT);
      List<Matrix> fitted = HeldOutFit.of(worker).samples();
      for (int i = 0; i < samples.size(); i++) {
        KernelRows.of(worker).multiply(i + 1, samples.get(i).x(), block, x, d, fitted.get(i));
      }
      return true;
    }
  }

  /** The worker's part of vᵀ(K + ridge·W⁻¹)x for every x. */
  @InPhase(Phase.RESIDUAL)
  public record Products(Vector v, List<Vector> others) implements Task<Matrix> {
    @Override
    public Matrix run(Worker worker) {
      double[] inverse = Diagonal.ofWeights(worker).inverse(1).w();
      double[] ridge = PerRidge.of(worker).ofColumns();
      return VectorTasks.products(
          worker,
          v,
          others,
          (a, b) -> {
            double[] row = ColumnArithmetic.dots(a.elements(), b.fitted());
            double[] penalty = ColumnArithmetic.dots(inverse, a.elements(), b.elements());
            Arrays.setAll(row, c -> row[c] + ridge[c] * penalty[c]);
            return row;
          });
    }
  }

  /** Answers how well the shard is fitted with each ridge. */
  @InPhase(Phase.SCORING)
  public record Evaluate() implements Task<List<Fit>> {
    @Override
    public List<Fit> run(Worker worker) {
      Matrix y = worker.get(ShardState.TRAIN).y();
      PerRidge layout = PerRidge.of(worker);
      VectorPart u = VectorPart.orZero(worker, Vector.U);
      double[] alphaF = ColumnArithmetic.dots(u.elements(), u.fitted());
      double[] residuals2 = new double[layout.columns()];
      RowStrips.forEach(
          y.rows(),
          (from, to) -> {
            try (Matrix residual = residual(worker, from, to)) {
              double[] squares = ColumnArithmetic.dots(residual, residual);
              Arrays.setAll(residuals2, c -> residuals2[c] + squares[c]);
            }
          });
      double target2 = Arrays.stream(ColumnArithmetic.dots(y, y)).sum();
      return SystemTasks.fits(
          worker,
          m -> layout.sum(residuals2, m),
          m -> Double.NaN,
          target2,
          m -> layout.ridges().get(m) * layout.sum(alphaF, m));
    }
  }
}
