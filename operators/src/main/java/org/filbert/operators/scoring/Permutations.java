package org.filbert.operators.scoring;

import java.io.Serializable;
import java.util.List;

/**
 * What is scored besides the rows of an input: a sample of them, and this sample with the values of
 * one column shuffled among its rows, for each column several times.
 *
 * @param repeats of each column
 * @param most rows of the sample, which has all if there are no more
 */
public record Permutations(List<InputColumn> columns, int repeats, int most, long seed)
    implements Serializable {
  private static final long PASS = 1L << 40;

  public Permutations {
    columns = List.copyOf(columns);
    if (repeats < 1 || most < 2) {
      throw new IllegalArgumentException(
          "repeats is %s and most is %s, must be 1 or more and 2 or more".formatted(repeats, most));
    }
  }

  /**
   * A column of the input.
   *
   * @param from the first of its features, or of cells its place
   * @param to the one after its last
   */
  public record InputColumn(String name, int from, int to) implements Serializable {}

  /** The number of a row in a pass, which begin at 1. */
  static long row(int pass, long row) {
    return pass * PASS + row;
  }

  /** The pass of a scored row; 0 for the rows of the input. */
  public static int pass(long row) {
    return (int) (row / PASS);
  }
}
