package org.filbert.random;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MixerTest {

  @Test
  void tellsOrderLengthAndSeedApart() {
    Set<Long> values = new HashSet<>();
    values.add(new Mixer(0).value());
    values.add(new Mixer(1).value());
    values.add(new Mixer(0).add(0L).value());
    values.add(new Mixer(0).add(0L).add(0L).value());
    values.add(new Mixer(0).add(1L).add(2L).value());
    values.add(new Mixer(0).add(2L).add(1L).value());
    values.add(new Mixer(0).add("").value());
    values.add(new Mixer(0).add("ab").value());
    values.add(new Mixer(0).add("a").add("b").value());
    values.add(new Mixer(0).add(0.5).value());
    values.add(new Mixer(0).add(-0.5).value());
    assertThat(values).hasSize(10); // the empty text is its length, the word 0
  }

  @Test
  void isPinned() {
    assertThat(new Mixer(3).add(0.1).add("x").add(7L).value()).isEqualTo(2700480800079291928L);
  }

  @Test
  void flippingOneBitFlipsAboutHalfOfTheValue() {
    long flips = 0;
    for (int bit = 0; bit < 64; bit++) {
      long difference = new Mixer(0).add(5L).value() ^ new Mixer(0).add(5L ^ (1L << bit)).value();
      flips += Long.bitCount(difference);
    }
    assertThat(flips / 64.0).isBetween(28.0, 36.0);
  }
}
