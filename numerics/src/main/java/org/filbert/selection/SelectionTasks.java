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

  /** The targets of those rows at the given positions that the shard has. */
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
      return new Piece(
          Arrays.copyOf(indices, count), train.y().select(Arrays.copyOf(found, count)));
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
   */
  record Piece(int[] indices, Matrix y) {}

  /**
   * Judges the kernels i, i + P, i + 2P, … by the leave-one-out residuals of some rows.
   *
   * @param y their targets
   * @param outputs what these stand for
   */
  @InPhase(Phase.FACTOR)
  record Judge(Rows x, Matrix y, Outputs outputs, List<Kernel> kernels, List<Double> ridges)
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
          try (LeaveOneOut left = new LeaveOneOut(matrix, y, worker.backend())) {
            judged.add(best(kernels.get(i), left.residuals(ridges)));
          }
        }
      }
      return judged;
    }

    /** The last one of equal ridges, which is the smoothest. */
    private Candidate best(Kernel kernel, List<Matrix> residuals) {
      Candidate best = null;
      for (int r = 0; r < ridges.size(); r++) {
        try (Matrix e = residuals.get(r)) {
          Candidate next = judge(kernel, ridges.get(r), e);
          if (best == null || next.meanSquare() <= best.meanSquare()) {
            best = next;
          }
        }
      }
      if (best == null) {
        throw new IllegalStateException("no ridge to choose from");
      }
      return best;
    }

    private Candidate judge(Kernel kernel, double ridge, Matrix e) {
      int n = y.rows();
      int k = y.cols();
      boolean classes = outputs instanceof Outputs.Classes;
      double squares = 0;
      double squaresInUnits = 0;
      int wrong = 0;
      double[] missed = new double[k];
      double[] target = new double[k];
      double[] score = new double[k];
      for (int i = 0; i < n; i++) {
        e.read(i, i + 1, missed);
        y.read(i, i + 1, target);
        for (int c = 0; c < k; c++) {
          squares += missed[c] * missed[c];
          score[c] = target[c] - missed[c];
        }
        if (classes
            && Outputs.Classes.winner(score, 0, k) != Outputs.Classes.winner(target, 0, k)) {
          wrong++;
        }
        if (outputs instanceof Outputs.Targets targets) {
          squaresInUnits +=
              Arrays.stream(targets.differences(score, target)).map(own -> own * own).sum();
        }
      }
      return new Candidate(
          kernel,
          ridge,
          n,
          squares / n / k,
          (double) wrong / n,
          classes ? null : (Double) (outputs.unit() * Math.sqrt(squaresInUnits / n / k)));
    }
  }
}
