package org.filbert.random;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;

class DrawsTest {

  @Test
  void knownAnswersNeverChange() {
    assertThat(Draws.hash(0, Purpose.ROW_WORKER, 0, 0)).isEqualTo(-3443009869511011978L);
    assertThat(Draws.hash(42, Purpose.ROW_ORDER, 1, 2)).isEqualTo(-3488048779774320925L);
    assertThat(Draws.hash(-1, Purpose.BLOCK_ORDER, Long.MAX_VALUE, -7))
        .isEqualTo(740349654374104958L);
  }

  @Test
  void isPhiloxWithSeedAndPurposeAsKeyAndIndexInTheCounter() {
    for (long seed : new long[] {0, 42, Long.MIN_VALUE}) {
      for (Purpose purpose : Purpose.values()) {
        UniformRandomProvider stream = Draws.stream(seed, purpose, 5, 6);
        for (long counter = 1; counter <= 3; counter++) {
          long[] block = Philox.block(new long[] {counter, 0, 5, 6}, seed, purpose.code());
          for (long expected : block) {
            assertThat(stream.nextLong()).isEqualTo(expected);
          }
        }
      }
    }
  }

  @Test
  void thePublishedTestVectorHolds() {
    assertThat(Philox.block(new long[4], 0, 0))
        .containsExactly(
            0x16554d9eca36314cL, 0xdb20fe9d672d0fdcL, 0xd7e772cee186176bL, 0x7e68b68aec7ba23bL);
  }

  @Test
  void everyPartOfTheNameMatters() {
    Set<Long> draws = new HashSet<>();
    for (long seed = 0; seed < 5; seed++) {
      for (Purpose purpose : Purpose.values()) {
        for (long index = 0; index < 5; index++) {
          for (long subIndex = 0; subIndex < 5; subIndex++) {
            assertThat(draws.add(Draws.hash(seed, purpose, index, subIndex))).isTrue();
            assertThat(draws).contains(Draws.hash(seed, purpose, index, subIndex));
          }
        }
      }
    }
  }

  @Test
  void purposeCodesAreDistinct() {
    assertThat(Arrays.stream(Purpose.values()).map(Purpose::code)).doesNotHaveDuplicates();
  }

  @Test
  void valuesAreUniform() {
    UniformRandomProvider stream = Draws.stream(1, Purpose.ROW_ORDER, 0);
    int draws = 100_000;
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < draws; i++) {
      double u = stream.nextDouble() - 0.5;
      sum += u;
      squares += u * u;
    }
    // Five standard deviations of the mean and of the mean square.
    assertThat(Math.abs(sum / draws)).isLessThan(5 * Math.sqrt(1.0 / 12 / draws));
    assertThat(Math.abs(squares / draws - 1.0 / 12)).isLessThan(5 * Math.sqrt(1.0 / 180 / draws));
  }
}
