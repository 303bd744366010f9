package org.filbert.selection;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.filbert.cost.InPhase;
import org.filbert.cost.Phase;
import org.filbert.data.Rows;
import org.filbert.data.Sample;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.KernelBlocks;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.model.Outputs;
import org.filbert.shard.ShardState;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;

/** The workers' tasks of a {@link Selection}. */
final class SelectionTasks {
  private SelectionTasks() {}

  /** The targets and weights of those rows at the given positions that the shard has. */
  record Targets(long[] positions) implements Task<Piece> {
    @Override
    public Piece run(Worker worker) {
      Sample train = worker.get(ShardState.TRAIN);
      Map<Long, Integer> places = new HashMap<>();
      for (int i = 0; i < train.count(); i++) {
        places.put(train.positions()[i], i);
      }
      int[] indices = new int[positions.length];
      int[] found = new int[positions.length];
      int count = 0;
      for (int index = 0; index < positions.length; index++) {
        Integer place = places.get(positions[index]);
        if (place != null) {
          indices[count] = index;
          found[count++] = place;
        }
      }
      int[] own = Arrays.copyOf(found, count);
      double[] weights = ShardState.weights(worker);
      return new Piece(
          Arrays.copyOf(indices, count),
          train.y().select(own),
          Arrays.stream(own).mapToDouble(row -> weights[row]).toArray());
    }

    @Override
    public boolean readsConstants() {
      return true;
    }
  }

  /**
   * Targets of one shard.
   *
   * @param indices their places in the request
   * @param weights of the rows in the loss
   */
  record Piece(int[] indices, Matrix y, double[] weights) {}

  /**
   * Judges the kernels i, i + P, i + 2P, … by the leave-one-out residuals of some rows.
   *
   * @param y their targets
   * @param weights of the rows in the loss
   * @param outputs what the targets stand for
   */
  @InPhase(Phase.FACTOR)
  record Judge(
      Rows x,
      Matrix y,
      double[] weights,
      Outputs outputs,
      Criterion by,
      List<Kernel> kernels,
      List<Double> ridges)
      implements Task<List<Candidate>> {
    @Override
    public List<Candidate> run(Worker worker) {
      List<Candidate> judged = new ArrayList<>();
      int n = x.count();
      try (Matrix matrix = Matrix.zeros(Precision.DOUBLE, n, n)) {
        for (int i = worker.index(); i < kernels.size(); i += worker.count()) {
          try (KernelBlocks blocks =
              new KernelBlocks(kernels.get(i), Precision.DOUBLE, worker.backend())) {
            blocks.fill(x, x, matrix);
          }
          try (LeaveOneOut left = new LeaveOneOut(matrix, y, weights, worker.backend())) {
            judged.add(best(kernels.get(i), left.residuals(ridges)));
          }
        }
      }
      return judged;
    }

    /** The last one of equal ridges, which is the smoothest. */
    private Candidate best(Kernel kernel, List<Matrix> residuals) {
      Verdict verdict = new Verdict(y.toArray(), y.cols(), weights, outputs);
      Candidate best = null;
      int place = -1;
      for (int r = 0; r < ridges.size(); r++) {
        Candidate next = verdict.of(kernel, ridges.get(r), residuals.get(r).toArray());
        if (by == Criterion.LOG_LOSS) {
          next = verdict.withLogLoss(next, residuals.get(r).toArray());
        }
        if (best == null || by.order().compare(next, best) <= 0) {
          best = next;
          place = r;
        }
      }
      if (best == null) {
        throw new IllegalStateException("no ridge to choose from");
      }
      best =
          outputs instanceof Outputs.Classes
              ? verdict.withLogLoss(best, residuals.get(place).toArray())
              : best;
      residuals.forEach(Matrix::close);
      return best;
    }
  }
}
