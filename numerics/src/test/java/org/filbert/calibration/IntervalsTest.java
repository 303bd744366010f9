package org.filbert.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Split conformal intervals. */
class IntervalsTest {
  @Test
  void takeTheRankThatGuaranteesTheLevel() {
    // nine differences 1 to 9: rank ⌈10·level⌉
    Intervals nine = Intervals.of(new double[] {5, 9, 1, 2, 8, 7, 3, 4, 6}, 1);
    assertThat(nine.halfWidths(0.9)).containsExactly(9);
    assertThat(nine.halfWidths(0.5)).containsExactly(5);
    assertThat(nine.halfWidths(0.55)).containsExactly(6);
    assertThat(nine.halfWidths(0.01)).containsExactly(1);
    assertThatThrownBy(() -> nine.halfWidths(0.95))
        .hasMessage(
            "an interval of level 0.95, which needs 19 validation rows or more; the model was"
                + " trained with 9");
    assertThatThrownBy(() -> nine.halfWidths(1))
        .hasMessage("an interval of level 1.0, must be a number between 0 and 1");
    assertThatThrownBy(() -> nine.halfWidths(Double.NaN)).hasMessageContaining("level NaN");
  }

  @Test
  void targetsAreKeptApart() {
    Intervals two = Intervals.of(new double[] {1, 10, 3, 30, 2, 20}, 2);
    assertThat(two.halfWidths(0.75)).containsExactly(3, 30);
    assertThat(two.halfWidths(0.5)).containsExactly(2, 20);
  }

  @Test
  void ofManyRowsTheNextLargerIsTaken() {
    int n = 12_345;
    double[] sorted = IntStream.rangeClosed(1, n).mapToDouble(i -> i).toArray();
    Intervals thinned = Intervals.of(sorted, 1);
    assertThat(thinned.differences()).hasSize(1000);
    for (double level : new double[] {0.001, 0.1, 0.5, 0.9, 0.95, 0.999, 0.9999}) {
      double exact = Math.ceil((n + 1) * level - 1e-9);
      assertThat(thinned.halfWidths(level)[0]).isBetween(exact, exact + n / 1000.0 + 1);
    }
  }

  @Test
  void coverAsManyRowsAsTheySay() {
    Random random = new Random(11);
    int repetitions = 4000;
    for (int n : new int[] {30, 1500}) {
      for (double level : new double[] {0.8, 0.9}) {
        int covered = 0;
        for (int i = 0; i < repetitions; i++) {
          double[] differences =
              random.doubles(n).map(u -> Math.pow(u, -0.4)).toArray(); // heavy tails
          double next = Math.pow(random.nextDouble(), -0.4);
          covered += next <= Intervals.of(differences, 1).halfWidths(level)[0] ? 1 : 0;
        }
        double deviation = Math.sqrt(level * (1 - level) / repetitions);
        double excess = (n <= 1000 ? 1.0 / (n + 1) : 1.0 / n) + 1e-3; // of the rank, of thinning
        assertThat(covered / (double) repetitions)
            .isBetween(level - 4 * deviation, level + excess + 4 * deviation);
      }
    }
  }

  @Test
  void refuseDifferencesThatAreNone() {
    assertThatThrownBy(() -> new Intervals(2, new double[] {2, 1}, 1))
        .hasMessageContaining("ascending");
    assertThatThrownBy(() -> new Intervals(1, new double[] {Double.NaN}, 1))
        .hasMessageContaining("finite");
    assertThatThrownBy(() -> new Intervals(3, new double[] {1, 2}, 1))
        .hasMessage("intervals of 3 rows and 1 targets from 2 differences");
    assertThat(Arrays.stream(Intervals.of(new double[] {0}, 1).halfWidths(0.5)).sum()).isZero();
  }
}
