package org.filbert.operators.scoring;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.IntSupplier;
import org.filbert.data.Rows;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.OrderedTasks;
import org.filbert.linalg.Precision;
import org.filbert.model.Model;
import org.filbert.model.RowScorer;

/**
 * Scores a batch on several threads: each takes strips of rows, with a scorer of its own. Kernel
 * values, features and products all gain from the threads, which a BLAS would give to the products
 * alone. Not thread-safe.
 */
final class ParallelScorer implements RowScorer {
  /** Rows of a strip are a multiple of so many. */
  private static final int STEP = 64;

  private final Model model;
  private final Backend backend;
  private final IntSupplier threads;
  private final Queue<RowScorer> idle = new ConcurrentLinkedQueue<>();

  /**
   * @param threads that a batch may use, the caller's among them
   */
  ParallelScorer(Model model, Backend backend, IntSupplier threads) {
    this.model = model;
    this.backend = backend;
    this.threads = threads;
  }

  @Override
  public Matrix scores(Rows rows) {
    int shares = Math.min(threads.getAsInt(), strips(rows.count(), STEP));
    if (shares <= 1) {
      return strip(rows);
    }
    int size = strips(rows.count(), shares * STEP) * STEP;
    Matrix scores = Matrix.zeros(Precision.DOUBLE, rows.count(), model.columns());
    OrderedTasks.run(
        shares,
        strips(rows.count(), size),
        (i, all) -> {
          int from = i * size;
          int to = Math.min(from + size, rows.count());
          try (Matrix part = strip(rows.slice(from, to))) {
            scores.rows(from, to).assign(part);
          }
        });
    return scores;
  }

  private static int strips(int rows, int size) {
    return (rows + size - 1) / size;
  }

  private Matrix strip(Rows rows) {
    RowScorer free = idle.poll();
    RowScorer scorer = free == null ? model.scorer(backend) : free;
    try {
      return scorer.scores(rows);
    } finally {
      idle.add(scorer);
    }
  }

  @Override
  public void close() {
    idle.forEach(RowScorer::close);
    idle.clear();
  }
}
