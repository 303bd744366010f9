package org.filbert.linalg;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ArenaTest {
  @Test
  void givesMatricesOfZerosUntilItsBytesAreTaken() {
    try (Arena arena = new Arena(4 * 6 + 8 * 4)) {
      Matrix first = arena.take(Precision.SINGLE, 2, 3);
      Matrix second = arena.take(Precision.DOUBLE, 2, 2);
      assertThat(arena.take(Precision.SINGLE, 1, 1)).isNull();
      assertThat(first.toArray()).containsOnly(0);
      assertThat(second.toArray()).containsOnly(0);
      first.write(0, 2, new double[] {1, 2, 3, 4, 5, 6});
      second.write(0, 2, new double[] {7, 8, 9, 10});
      assertThat(first.toArray()).containsExactly(1, 2, 3, 4, 5, 6);
      assertThat(second.toArray()).containsExactly(7, 8, 9, 10);
      assertThat(second.rows(1, 2).toArray()).containsExactly(9, 10);
    }
  }

  @Test
  void whatDoesNotFitLeavesRoomForWhatDoes() {
    try (Arena arena = new Arena(8)) {
      assertThat(arena.take(Precision.DOUBLE, 2, 1)).isNull();
      assertThat(arena.take(Precision.DOUBLE, 1, 1)).isNotNull();
    }
  }

  @Test
  void ofNoBytesHoldsNothing() {
    try (Arena arena = new Arena(0)) {
      assertThat(arena.take(Precision.SINGLE, 1, 1)).isNull();
    }
  }
}
