package org.filbert.selection;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleFunction;
import org.filbert.cost.InPhase;
import org.filbert.cost.Phase;
import org.filbert.data.Outputs;
import org.filbert.data.Rows;
import org.filbert.data.Sample;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.LowerTriangle;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.shard.ShardState;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;
import org.jspecify.annotations.Nullable;

/** The workers' tasks of a {@link Selection}. */
final class SelectionTasks {
  private SelectionTasks() {}

  /** The targets and weights of those rows at the given positions that the shard has. */
  record Targets(long[] positions) implements Task<Piece> {
    @Override
    public Piece run(Worker worker) {
      Sample train = worker.get(ShardState.TRAIN);
      Sample.Found found = train.find(positions);
      int[] own = found.places();
      double[] weights = ShardState.fullWeights(worker);
      double[] byThemselves = ShardState.ownWeights(worker);
      return new Piece(
          found.indices(),
          train.y().select(own),
          Arrays.stream(own).mapToDouble(row -> weights[row]).toArray(),
          Arrays.stream(own)
              .mapToDouble(row -> byThemselves == null ? 1 : byThemselves[row])
              .toArray());
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
   * @param own weights of the rows by themselves, whatever those of their classes
   */
  record Piece(int[] indices, Matrix y, double[] weights, double[] own) {}

  /**
   * Judges the kernels i, i + P, i + 2P, … by the leave-one-out residuals of some rows: all ridges
   * by an eigensystem, or from a ridge on to better ones, one by one.
   *
   * @param y their targets
   * @param weights of the rows in the loss
   * @param own weights of the rows by themselves, by which they count in what is judged
   * @param outputs what the targets stand for
   * @param codes whether more than two classes may have {@link ClassCodes}, and two that have
   *     weights targets whose middle is not 0
   * @param starts place of the ridge to begin with for each kernel; empty: all ridges
   */
  @InPhase(Phase.FACTOR)
  record Judge(
      Rows x,
      Matrix y,
      double[] weights,
      double[] own,
      Outputs outputs,
      Criterion by,
      boolean codes,
      List<Kernel> kernels,
      List<Double> ridges,
      List<Integer> starts)
      implements Task<List<Candidate>> {
    /** The same for other kernels. */
    Judge of(List<Kernel> others) {
      return new Judge(x, y, weights, own, outputs, by, codes, others, ridges, starts);
    }

    @Override
    public List<Candidate> run(Worker worker) {
      List<Candidate> judged = new ArrayList<>();
      int n = x.count();
      try (Matrix matrix = Matrix.zeros(Precision.DOUBLE, n, n)) {
        for (int i = worker.index(); i < kernels.size(); i += worker.count()) {
          new LowerTriangle(kernels.get(i), Precision.DOUBLE, worker.backend(), 1).fill(x, matrix);
          judged.add(
              starts.isEmpty()
                  ? ofAll(kernels.get(i), matrix, worker.backend())
                  : from(starts.get(i), kernels.get(i), matrix, worker.backend()));
        }
      }
      return judged;
    }

    private Candidate ofAll(Kernel kernel, Matrix matrix, Backend backend) {
      try (LeaveOneOut left = new LeaveOneOut(matrix, y, weights, backend)) {
        List<Matrix> residuals = left.residuals(ridges);
        Best best = new Best(kernel);
        for (int r = 0; r < ridges.size(); r++) {
          best.add(ridges.get(r), residuals.get(r).toArray());
        }
        residuals.forEach(Matrix::close);
        return best.candidate(left::ofFolds, backend);
      }
    }

    /** Goes from a ridge on to larger and to smaller ones, as long as they are better. */
    private Candidate from(int start, Kernel kernel, Matrix matrix, Backend backend) {
      FactoredLeaveOneOut left = new FactoredLeaveOneOut(matrix, y, weights, backend);
      Best best = new Best(kernel);
      best.add(left, ridges.get(start));
      for (int step : new int[] {1, -1}) {
        int r = start + step;
        while (r >= 0 && r < ridges.size() && best.add(left, ridges.get(r))) {
          r += step;
        }
      }
      return best.candidate(left::ofFolds, backend);
    }

    /** The best ridge of a kernel; of equally good ones the largest, which is the smoothest. */
    private final class Best {
      private final Verdict verdict = new Verdict(y.toArray(), y.cols(), own, outputs);
      private final Kernel kernel;
      private @Nullable Candidate best;
      private double[] residuals = new double[0];

      Best(Kernel kernel) {
        this.kernel = kernel;
      }

      /** Whether a ridge is the best so far. */
      boolean add(FactoredLeaveOneOut left, double ridge) {
        try (Matrix found = left.residuals(ridge)) {
          return add(ridge, found.toArray());
        }
      }

      boolean add(double ridge, double[] found) {
        Candidate next = verdict.with(by, verdict.of(kernel, ridge, found), found);
        int order = best == null ? -1 : by.order().compare(next, best);
        boolean better = best == null || order < 0 || (order == 0 && next.ridge() >= best.ridge());
        if (better) {
          best = next;
          residuals = found;
        }
        return better;
      }

      /**
       * The best one.
       *
       * @param folds residuals for a ridge of rows that are left out by {@link Folds}
       */
      Candidate candidate(DoubleFunction<Matrix> folds, Backend backend) {
        if (best == null) {
          throw new IllegalStateException("no ridge to choose from");
        }
        if (!(outputs instanceof Outputs.Classes)) {
          return verdict.withIntervals(best, residuals);
        }
        Candidate plain = verdict.withLogLoss(best, residuals);
        if (codes && y.cols() == 1 && !Arrays.equals(weights, own)) {
          return verdict.centred(plain, residuals);
        }
        return codes && by == Criterion.LOG_LOSS && verdict.mayBeCoded(plain)
            ? coded(plain, folds, backend)
            : plain;
      }

      /** Goes from the ridge on to others as long as these are better with codes. */
      private Candidate coded(Candidate plain, DoubleFunction<Matrix> folds, Backend backend) {
        Candidate least = plain;
        int start = ridges.indexOf(plain.ridge());
        for (int step : new int[] {1, -1}) {
          for (int r = step == 1 ? start : start - 1; r >= 0 && r < ridges.size(); r += step) {
            Candidate next;
            try (Matrix found = folds.apply(ridges.get(r))) {
              next = verdict.coded(kernel, ridges.get(r), found.toArray(), backend).orElse(least);
            }
            if (by.order().compare(next, least) >= 0) {
              break;
            }
            least = next;
          }
          if (least.codes() == null) {
            break;
          }
        }
        return least;
      }
    }
  }
}
