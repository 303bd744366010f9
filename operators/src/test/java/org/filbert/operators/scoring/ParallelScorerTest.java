package org.filbert.operators.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.filbert.data.DenseRows;
import org.filbert.data.Rows;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.Gaussian;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.model.KernelExpansion;
import org.filbert.model.Model;
import org.filbert.model.RandomFeatures;
import org.filbert.model.RowScorer;
import org.junit.jupiter.api.Test;

class ParallelScorerTest {
  private static final int D = 5;
  private static final int K = 3;

  private final Backend backend = Backends.best();
  private final Model kernel =
      new KernelExpansion(
          new Gaussian(2),
          new DenseRows(normal(200, D, 1)),
          normal(200, K, 2).copy(Precision.DOUBLE));
  private final Model features =
      new RandomFeatures(
          new RandomFourier(new Gaussian(2), D, 600, 7, RandomFourier.Form.COSINE),
          Precision.SINGLE,
          normal(600, K, 3).copy(Precision.DOUBLE));

  @Test
  void rowsHaveTheirOwnScores() {
    for (Model model : new Model[] {kernel, features}) {
      for (int count : new int[] {0, 1, 64, 65, 128, 1000}) {
        Rows rows = new DenseRows(normal(count, D, 4));
        for (int threads = 1; threads <= 5; threads++) {
          int shares = threads;
          try (RowScorer parallel = new ParallelScorer(model, backend, () -> shares);
              Matrix scores = parallel.scores(rows);
              Matrix expected = model.scores(rows, backend)) {
            assertThat(scores.rows()).isEqualTo(count);
            assertThat(scores.toArray()).containsExactly(expected.toArray(), within(1e-5));
          }
        }
      }
    }
  }

  @Test
  void theNumberOfThreadsMayChangeBetweenBatches() {
    AtomicInteger threads = new AtomicInteger();
    Rows rows = new DenseRows(normal(300, D, 4));
    try (RowScorer parallel = new ParallelScorer(features, backend, threads::incrementAndGet);
        Matrix expected = features.scores(rows, backend)) {
      for (int i = 0; i < 5; i++) {
        try (Matrix scores = parallel.scores(rows)) {
          assertThat(scores.toArray()).containsExactly(expected.toArray(), within(1e-5));
        }
      }
    }
  }

  @Test
  void theFailureOfAThreadIsTheCallers() {
    try (RowScorer parallel = new ParallelScorer(features, backend, () -> 2)) {
      assertThatThrownBy(() -> parallel.scores(new DenseRows(normal(300, D + 1, 4))))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("rows of 6 features");
    }
  }

  private static Matrix normal(int rows, int cols, long seed) {
    Random random = new Random(seed);
    double[] values = random.doubles((long) rows * cols, -1, 1).toArray();
    return Matrix.of(Precision.SINGLE, rows, cols, values);
  }
}
