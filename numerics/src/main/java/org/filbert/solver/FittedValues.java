package org.filbert.solver;

import java.util.List;
import org.filbert.data.Sample;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.train.ShardState;
import org.filbert.workers.Key;
import org.filbert.workers.Worker;

/** What the coefficients make of a worker's rows, with k columns for each ridge, side by side. */
final class FittedValues {
  /** F of the training rows. */
  static final Key<Matrix> FITTED = Key.stored("fitted", Matrix.class);

  /** Scores of the held-out samples, in their order. */
  @SuppressWarnings("unchecked")
  static final Key<List<Matrix>> SCORES =
      (Key<List<Matrix>>) (Key<?>) Key.stored("scores", List.class);

  private FittedValues() {}

  /** Those of coefficients that are 0. */
  static void begin(Worker worker, int ridges) {
    worker.remove(FITTED);
    worker.put(FITTED, zeros(worker.get(ShardState.TRAIN), ridges));
    worker.put(
        SCORES,
        worker.get(ShardState.HELD_OUT).stream().map(sample -> zeros(sample, ridges)).toList());
  }

  /** A row for each row of a sample. */
  static Matrix zeros(Sample sample, int ridges) {
    return Matrix.zeros(Precision.DOUBLE, sample.count(), ridges * sample.y().cols());
  }
}
