package org.filbert.system.internal.entries;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.filbert.cost.InPhase;
import org.filbert.cost.Phase;
import org.filbert.data.Sample;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.shard.ScoredRows;
import org.filbert.shard.ShardState;
import org.filbert.system.equations.ColumnSource;
import org.filbert.system.equations.Factors;
import org.filbert.system.equations.PerRidge;
import org.filbert.system.equations.Shared;
import org.filbert.system.equations.Vector;
import org.filbert.system.equations.VectorPart;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;
import org.jspecify.annotations.Nullable;

/** The workers' tasks for scores of training rows by a solution without them. */
public final class LeftOutTasks {
  private LeftOutTasks() {}

  /**
   * Some rows of a worker.
   *
   * @param places where they are
   * @param hashes of their values
   * @param weights in the loss
   * @param rows their scores by the solution with them, and their own weights
   */
  public record Answer(int[] places, long[] hashes, double[] weights, ScoredRows rows) {}

  /** Answers the first rows of each worker, as {@link ShardState#first} has them. */
  @InPhase(Phase.SCORING)
  public record ScoreRows(int member, int most, boolean unlearned) implements Task<Answer> {
    @Override
    public Answer run(Worker worker) {
      int[] places = ShardState.first(worker, most, unlearned);
      Sample some = worker.get(ShardState.TRAIN).select(places);
      double[] weights = select(ShardState.weights(worker), places);
      Matrix scores = some.y().copy(Precision.DOUBLE);
      double[] misfit = new double[scores.cols()];
      for (int i = 0; i < places.length; i++) {
        misfit(worker, member, places[i], misfit);
        double[] row = scores.row(i);
        for (int c = 0; c < row.length; c++) {
          row[c] -= misfit[c] / weights[i];
        }
        scores.write(i, i + 1, row);
      }
      double[] own = ShardState.ownWeights(worker);
      return new Answer(
          places,
          ModelTasks.hashes(some.x()),
          weights,
          ScoredRows.of(some, scores, own == null ? null : select(own, places), places.length));
    }

    private static double[] select(double[] all, int[] places) {
      return IntStream.of(places).mapToDouble(i -> all[i]).toArray();
    }
  }

  /** w·(y - f) of a row: of the full kernel ridge·α, in which nothing cancels. */
  private static void misfit(Worker worker, int member, int i, double[] out) {
    PerRidge layout = PerRidge.of(worker);
    VectorPart u = VectorPart.of(worker, Vector.U);
    if (worker.find(ColumnSource.KEY) == null) {
      double ridge = layout.ridges().get(member);
      layout.columns(u.elements(), member).read(i, i + 1, out);
      Arrays.setAll(out, c -> ridge * out[c]);
      return;
    }
    double weight = ShardState.weights(worker)[i];
    double[] y = worker.get(ShardState.TRAIN).y().row(i);
    layout.columns(u.fitted(), member).read(i, i + 1, out);
    Arrays.setAll(out, c -> weight * (y[c] - out[c]));
  }

  /**
   * Answers sums over those of the worker's rows that have the values of each of some rows: Σ w_j
   * and Σ w_j (y_j - f_j), a row of numbers for each.
   */
  @InPhase(Phase.SCORING)
  public record SumGroups(int member, long[] hashes) implements Task<Matrix> {
    @Override
    public Matrix run(Worker worker) {
      Map<Long, Integer> firsts = new HashMap<>();
      for (int place = 0; place < hashes.length; place++) {
        firsts.putIfAbsent(hashes[place], place);
      }
      Sample train = worker.get(ShardState.TRAIN);
      double[] weights = ShardState.weights(worker);
      double[] misfit = new double[train.y().cols()];
      double[][] groups = new double[hashes.length][1 + misfit.length];
      long[] own = ModelTasks.hashes(train.x());
      for (int i = 0; i < own.length; i++) {
        Integer first = firsts.get(own[i]);
        if (first != null) {
          misfit(worker, member, i, misfit);
          double[] sums = groups[first];
          sums[0] += weights[i];
          for (int c = 0; c < misfit.length; c++) {
            sums[1 + c] += misfit[c];
          }
        }
      }
      Matrix answer = Matrix.zeros(Precision.DOUBLE, hashes.length, 1 + misfit.length);
      for (int place = 0; place < hashes.length; place++) {
        answer.write(place, place + 1, groups[firsts.getOrDefault(hashes[place], place)]);
      }
      return answer;
    }
  }

  /** Some numbers, or null from a block's home that lacks its factors. */
  public record Values(double @Nullable [] values) {}

  /** Elements (i, i) of the inverse of a system of one block, at its home. */
  @InPhase(Phase.SOLVE)
  public record InverseDiagonal(int member, int[] rows) implements Task<Values> {
    @Override
    public Values run(Worker worker) {
      Factors factors = SystemTasks.factors(worker);
      return new Values(factors.has(0) ? factors.inverseDiagonal(0, member, rows) : null);
    }
  }

  /** The columns of some of the worker's rows, transposed: a row's are one column. */
  @InPhase(Phase.KERNEL)
  public record Columns(int[] places) implements Task<Matrix> {
    @Override
    public Matrix run(Worker worker) {
      Shared shared = Shared.of(worker);
      int size = shared.blocks().size(0);
      Matrix transposed = Matrix.zeros(shared.elements(), size, places.length);
      try (Matrix z = Matrix.zeros(shared.elements(), places.length, size)) {
        ((DenseColumns) ColumnTasks.rows(worker))
            .fill(worker.get(ShardState.TRAIN).x().select(places), 0, z);
        for (int i = 0; i < z.rows(); i++) {
          transposed.columns(i, i + 1).write(0, size, z.row(i));
        }
      }
      return transposed;
    }
  }

  /** zᵀA⁻¹z of each column z by a system of one block, at its home. */
  @InPhase(Phase.SOLVE)
  public record Forms(int member, Matrix z) implements Task<Values> {
    @Override
    public Values run(Worker worker) {
      Factors factors = SystemTasks.factors(worker);
      return new Values(factors.has(0) ? factors.forms(0, member, z) : null);
    }
  }
}
