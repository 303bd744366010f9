package org.filbert.system;

import org.filbert.shard.ShardState;
import org.filbert.workers.Worker;

/** Products W·X in place, with W = diag(w). */
final class Diagonal {
  private Diagonal() {}

  /**
   * Multiplies rows of so many values, from a row of the shard on, by their weights in the loss.
   */
  static void multiply(double[] values, Worker worker, int from, int columns) {
    multiply(values, ShardState.weights(worker), from, from + values.length / columns, columns);
  }

  /** Multiplies rows {@code from} to {@code to} of so many values by their weights. */
  static void multiply(double[] values, double[] weights, int from, int to, int columns) {
    for (int i = 0; i < to - from; i++) {
      for (int at = i * columns; at < (i + 1) * columns; at++) {
        values[at] *= weights[from + i];
      }
    }
  }
}
