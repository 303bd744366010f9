package org.filbert.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class ScaleTest {

  @Test
  void aLinearScaleGoesFromZeroToARoundNumber() {
    Scale scale = Scale.fromZero(DoubleStream.of(0.031, 0.078), 0);
    assertThat(scale.max()).isCloseTo(0.08, within(1e-12));
    assertThat(scale.ticks()).hasSize(5).startsWith(0.0);
    assertThat(scale.position(0.04)).isCloseTo(0.5, within(1e-12));
  }

  @Test
  void wholeNumbersAreNotSplit() {
    assertThat(Scale.fromZero(DoubleStream.of(1, 2, 3), 1).ticks())
        .containsExactly(0.0, 1.0, 2.0, 3.0);
  }

  @Test
  void aLogarithmicScaleLeavesOutWhatHasNoLogarithm() {
    Scale scale = Scale.decades(DoubleStream.of(0, 0.03, 0.004, Double.NaN));
    assertThat(scale.min()).isEqualTo(0.002);
    assertThat(scale.max()).isEqualTo(0.05);
    assertThat(scale.ticks()).containsExactly(0.002, 0.005, 0.01, 0.02, 0.05);
    assertThat(scale.shows(0)).isFalse();
    assertThat(scale.position(0.01)).isCloseTo(0.5, within(1e-12));
  }

  @Test
  void manyDecadesHaveFewTicks() {
    assertThat(Scale.decades(DoubleStream.of(1e-9, 1)).ticks()).hasSizeBetween(3, 7);
  }

  @Test
  void thereIsAScaleForNothingAndForOneValue() {
    for (DoubleStream values : new DoubleStream[] {DoubleStream.of(), DoubleStream.of(0)}) {
      Scale scale = Scale.fromZero(values, 0);
      assertThat(scale.max()).isPositive();
    }
    assertThat(Scale.decades(DoubleStream.of()).min()).isPositive();
    Scale one = Scale.decades(DoubleStream.of(1));
    assertThat(one.max()).isGreaterThan(one.min());
  }
}
