package org.filbert.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.junit.jupiter.api.Test;

class SampleTest {
  private static final int ROWS = 1000;

  /** Rows at the positions 0, 7, 14, ... */
  private static final Sample SAMPLE =
      new Sample(
          Role.TRAIN,
          new DenseRows(Matrix.zeros(Precision.DOUBLE, ROWS, 1)),
          Matrix.zeros(Precision.DOUBLE, ROWS, 1),
          new int[0],
          LongStream.range(0, ROWS).map(i -> 7 * i).toArray());

  @Test
  void findsTheRowsThatAreHere() {
    long[] wanted = {6993, 5, 0, 70, 71, 14};
    assertThat(SAMPLE.find(wanted).indices()).containsExactly(0, 2, 3, 5);
    assertThat(SAMPLE.placesOf(wanted)).containsExactly(999, 0, 10, 2);
  }

  @Test
  void findsAllAndNone() {
    assertThat(SAMPLE.placesOf(SAMPLE.positions())).hasSize(ROWS).isSorted();
    assertThat(SAMPLE.placesOf(new long[0])).isEmpty();
    assertThat(SAMPLE.placesOf(LongStream.range(0, 99).map(i -> 7 * i + 1).toArray())).isEmpty();
  }
}
