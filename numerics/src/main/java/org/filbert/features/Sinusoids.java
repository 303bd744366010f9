package org.filbert.features;

import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;

/**
 * A strip of arguments outside the heap that becomes a strip of cosines and sines in place. Rows go
 * through a heap array, one at a time.
 */
abstract class Sinusoids implements AutoCloseable {
  private final Matrix memory;

  Sinusoids(Precision precision, int maxRows, int columns) {
    this.memory = Matrix.zeros(precision, maxRows, columns);
  }

  /** The first rows; the contents are not defined. */
  final Matrix rows(int count) {
    return memory.rows(0, count);
  }

  /**
   * Replaces the arguments ωᵀx at the start of each row by the map's columns.
   *
   * @param beta what is added to each argument
   */
  final void transform(int rows, double[] beta, RandomFourier map) {
    phases(beta);
    for (int i = 0; i < rows; i++) {
      Matrix row = memory.rows(i, i + 1);
      switch (map.form()) {
        case COSINE -> cosines(row, beta.length, map.scale());
        case COSINE_SINE -> pairs(row, beta.length, map.scale());
      }
    }
  }

  /** Sets what is added to each argument. */
  abstract void phases(double[] beta);

  /** Computes cosines from the start of a row on. */
  abstract void cosines(Matrix row, int count, double scale);

  /** Computes cosines and sines in turn. */
  abstract void pairs(Matrix row, int count, double scale);

  @Override
  public final void close() {
    memory.close();
  }
}
