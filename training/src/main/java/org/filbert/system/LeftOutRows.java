package org.filbert.system;

import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.filbert.linalg.Matrix;
import org.filbert.shard.ScoredRows;
import org.filbert.system.internal.entries.LeftOutTasks.Answer;
import org.filbert.system.internal.entries.LeftOutTasks.ScoreRows;
import org.filbert.system.internal.entries.LeftOutTasks.SumGroups;

/**
 * Scores of training rows by a solution without them. Let G be the rows with the values of row i, W
 * = Σ_G w_j and R = Σ_G w_j (y_j - f(x_i)), and g = ∂f(x_i) / ∂(w_i y_i), the same for all of G. To
 * leave G out is a change of rank one, after which
 *
 * <pre>
 *   f(x_i) ← f(x_i) - g·R / (1 - g·W)
 * </pre>
 *
 * <p>Sherman, Morrison. Adjustment of an inverse matrix. 1950; Allen. PRESS. 1974.
 *
 * @param member number of the ridge
 * @param most number of rows of a worker
 * @param unlearned whether rows that the metric has learned from are passed over
 */
record LeftOutRows(SystemOnWorkers system, int member, int most, boolean unlearned) {
  /** The least 1 - g·W that is told from 0. */
  private static final double LEAST = 1e-7;

  /** Finds g of some rows of each worker. */
  interface Leverages {
    /**
     * Finds g of these rows.
     *
     * @param places of the rows of each worker
     * @param weights of the rows in the loss
     */
    double[] of(List<int[]> places, double[] weights);
  }

  ScoredRows scores(Leverages leverages) {
    List<Answer> answers = system.workers().gather(new ScoreRows(member, most, unlearned));
    long[] hashes = answers.stream().flatMapToLong(a -> LongStream.of(a.hashes())).toArray();
    double[] w = answers.stream().flatMapToDouble(a -> DoubleStream.of(a.weights())).toArray();
    ScoredRows rows = ScoredRows.concat(answers.stream().map(Answer::rows).toList());
    double[] g = leverages.of(answers.stream().map(Answer::places).toList(), w);
    Matrix sums = system.sum(new SumGroups(member, hashes)); // W, R
    double[] scores = rows.scores().clone();
    int columns = sums.cols() - 1;
    double[] group = new double[sums.cols()];
    for (int i = 0; i < hashes.length; i++) {
      sums.read(i, i + 1, group);
      double step = g[i] / Math.max(1 - g[i] * group[0], LEAST);
      for (int c = 0; c < columns; c++) {
        scores[i * columns + c] -= step * group[1 + c];
      }
    }
    return new ScoredRows(rows.labels(), rows.targets(), scores, rows.weights());
  }
}
