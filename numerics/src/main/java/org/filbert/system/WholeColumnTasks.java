package org.filbert.system;

import java.util.List;
import org.filbert.cost.InPhase;
import org.filbert.cost.Phase;
import org.filbert.data.Sample;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.loss.SmoothLoss;
import org.filbert.shard.ShardState;
import org.filbert.workers.Matrices;
import org.filbert.workers.SumAction;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;

/**
 * What the workers do with all columns at once. Whole vectors travel in the order of the workers:
 * each one's unknowns one after the other.
 */
final class WholeColumnTasks {
  private WholeColumnTasks() {}

  /** The worker's part of a vector: its own unknowns, and 0 elsewhere. */
  record Elements(Vector v) implements Task<Matrices> {
    @Override
    public Matrices run(Worker worker) {
      Blocks blocks = Shared.of(worker).blocks();
      Matrix own = VectorPart.orZero(worker, v).elements();
      Matrix all = Matrix.zeros(Precision.DOUBLE, (int) blocks.unknowns(), own.cols());
      int first = blocks.first(worker.index());
      all.rows(first, first + own.rows()).assign(own);
      return Matrices.of(all);
    }
  }

  /** Fitted values += Z·v, with v the sum of all parts. */
  @InPhase(Phase.RESIDUAL)
  record AddFitted(Vector v) implements SumAction {
    @Override
    public void act(Worker worker, Matrices sum) {
      try (Matrix byBlock = Shared.of(worker).blocks().byBlock(sum.get(0))) {
        Matrix fitted = VectorPart.orZero(worker, v).fitted();
        expand(worker, 0, worker.get(ShardState.TRAIN), byBlock, fitted);
      }
    }
  }

  /** Fitted values of held-out rows += Z·u, with u the sum of all parts. */
  @InPhase(Phase.SCORING)
  record AddHeldOut() implements SumAction {
    @Override
    public void act(Worker worker, Matrices sum) {
      List<Sample> samples = worker.get(ShardState.HELD_OUT);
      List<Matrix> fitted = HeldOutFit.of(worker).samples();
      try (Matrix byBlock = Shared.of(worker).blocks().byBlock(sum.get(0))) {
        for (int i = 0; i < samples.size(); i++) {
          expand(worker, i + 1, samples.get(i), byBlock, fitted.get(i));
        }
      }
    }
  }

  private static void expand(
      Worker worker, int number, Sample sample, Matrix elements, Matrix out) {
    ColumnTasks.rows(worker)
        .expand(number, sample.x(), Shared.of(worker).blocks().gathered(), elements, out);
  }

  /** The worker's part of -∇J at u. */
  @InPhase(Phase.RESIDUAL)
  record Gradient() implements Task<Matrices> {
    @Override
    public Matrices run(Worker worker) {
      VectorPart u = VectorPart.orZero(worker, Vector.U);
      return project(worker, u, -1, new LossOfRows(worker)::misfit);
    }
  }

  /** The worker's part of A·v, A = ∇²J at u, by the fitted values of v. */
  @InPhase(Phase.RESIDUAL)
  record Image(Vector v) implements Task<Matrices> {
    @Override
    public Matrices run(Worker worker) {
      VectorPart part = VectorPart.of(worker, v);
      LossOfRows loss = new LossOfRows(worker);
      return project(
          worker,
          part,
          1,
          (from, to, target) -> {
            part.fitted().read(from, to, target);
            loss.curve(from, to, target);
          });
    }
  }

  /** Zᵀ·values and the penalty's part of v, in the order of the workers. */
  private static Matrices project(
      Worker worker, VectorPart v, double sign, ColumnRows.RowValues values) {
    Blocks blocks = Shared.of(worker).blocks();
    int columns = v.fitted().cols();
    Matrix byBlock = Matrix.zeros(Precision.DOUBLE, (int) blocks.unknowns(), columns);
    ColumnTasks.rows(worker)
        .project(0, worker.get(ShardState.TRAIN).x(), blocks.gathered(), values, byBlock);
    Matrix sum = blocks.byWorker(byBlock);
    int own = blocks.own(worker.index());
    int first = blocks.first(worker.index());
    Penalty penalty = Penalty.of(worker);
    RowStrips.forEach(
        own,
        (from, to) -> {
          try (Matrix part =
              Matrix.of(Precision.DOUBLE, to - from, columns, penalty.gradient(v, from, to))) {
            ColumnArithmetic.add(sum.rows(first + from, first + to), sign, part);
          }
        });
    return Matrices.of(sum);
  }

  /** Puts the worker's rows of a sum where the unknowns are. */
  record Take(Vector into) implements SumAction {
    @Override
    public void act(Worker worker, Matrices own) {
      VectorPart.orZero(worker, into).elements().assign(own.get(0));
    }
  }

  /** The worker's part of J of every column. */
  @InPhase(Phase.RESIDUAL)
  record Objective() implements Task<Matrix> {
    @Override
    public Matrix run(Worker worker) {
      VectorPart u = VectorPart.orZero(worker, Vector.U);
      Sample train = worker.get(ShardState.TRAIN);
      SmoothLoss loss = Shared.of(worker).settings().risk().loss();
      double[] weights = ShardState.weights(worker);
      double[] sums = Penalty.of(worker).values(u);
      int k = train.y().cols();
      RowStrips.forEach(
          train.count(),
          (from, to) -> {
            double[] y = train.y().rows(from, to).toArray();
            double[] f = u.fitted().rows(from, to).toArray();
            for (int at = 0; at < f.length; at++) {
              int i = at / sums.length;
              double value = loss.value(f[at], y[i * k + at % k]);
              sums[at % sums.length] += weights[from + i] * value;
            }
          });
      return Matrix.of(Precision.DOUBLE, 1, sums.length, sums);
    }
  }
}
