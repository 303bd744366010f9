package org.filbert.data;

import org.filbert.linalg.Matrix;

/**
 * Preprocessed rows with their targets.
 *
 * @param x m rows of d features
 * @param y m×k targets in double: ±1 for classes, centred values for regression
 * @param labels index of each row's class; empty for regression
 * @param positions each row's position in the input
 */
public record Sample(Role role, Rows x, Matrix y, int[] labels, long[] positions) {
  public int count() {
    return x.count();
  }
}
