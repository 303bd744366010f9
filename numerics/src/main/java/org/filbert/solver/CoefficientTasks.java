package org.filbert.solver;

import java.util.List;
import org.filbert.data.Rows;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.train.ShardState;
import org.filbert.workers.Key;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;

/** What the workers do with the coefficients that {@link FullKernelDescent} has come to. */
final class CoefficientTasks {
  static final Key<Matrix> BEST = Key.stored("bestAlpha", Matrix.class);
  private static final Key<Matrix> KEPT = Key.stored("keptAlpha", Matrix.class);

  private CoefficientTasks() {}

  /** Keeps these members' coefficients as they are now, the best so far. */
  record Remember(List<Integer> members) implements Task<Boolean> {
    @Override
    public Boolean run(Worker worker) {
      worker.getOrMake(
          BEST,
          () ->
              FittedValues.zeros(
                  worker.get(ShardState.TRAIN), worker.get(BlockTasks.SHARED).ridges().size()));
      for (int m : members) {
        ofMember(worker, BEST, m).assign(ofMember(worker, BlockTasks.ALPHA, m));
      }
      return true;
    }
  }

  /**
   * Puts a member's best coefficients where the next {@link BlockTasks.Begin} leaves them alone.
   */
  record Keep(int member) implements Task<Boolean> {
    @Override
    public Boolean run(Worker worker) {
      Matrix kept = best(worker, member).copy(Precision.DOUBLE);
      worker.remove(KEPT);
      worker.put(KEPT, kept);
      return true;
    }
  }

  /** The shard's part of the model. */
  record Part(Rows centres, Matrix alpha) {}

  /** The coefficients that were kept, or else the best ones of a member. */
  record Export(int member) implements Task<Part> {
    @Override
    public Part run(Worker worker) {
      Matrix kept = worker.find(KEPT);
      Matrix alpha = kept == null ? best(worker, member) : kept;
      // A copy: the model outlives the worker, which gives its memory back.
      return new Part(worker.get(ShardState.TRAIN).x(), alpha.copy(Precision.DOUBLE));
    }
  }

  private static Matrix best(Worker worker, int member) {
    return ofMember(worker, worker.find(BEST) == null ? BlockTasks.ALPHA : BEST, member);
  }

  static Matrix ofMember(Worker worker, Key<Matrix> key, int member) {
    return RidgePath.columns(worker.get(key), member, worker.get(ShardState.TRAIN).y().cols());
  }
}
