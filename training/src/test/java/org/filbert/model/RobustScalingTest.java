package org.filbert.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RobustScalingTest {
  @Test
  void itIsTheMedianAndTheMeanAbsoluteDeviation() {
    RobustScaling scaling =
        RobustScaling.fit(List.of(new double[] {1, 7}, new double[] {2, 7}, new double[] {6, 7}));
    assertThat(scaling.centre()).containsExactly(2, 7);
    assertThat(scaling.factor()).containsExactly(new double[] {3.0 / 5, 1}, within(1e-14));
    assertThat(scaling.apply(new double[] {7, 100}))
        .containsExactly(new double[] {3, 8}, within(1e-14));
  }

  /** As in a feature of rare events, which have the spread alone. */
  @Test
  void rareValuesDecideWhereNothingElseVaries() {
    List<double[]> rows = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      rows.add(new double[] {i % 20 == 0 ? 1 : 0});
    }
    assertThat(RobustScaling.fit(rows).factor()[0]).isCloseTo(20, within(1e-9));
  }

  @Test
  void aFewValuesOfAnotherMagnitudeDoNotDecide() {
    Random random = new Random(1);
    List<double[]> clean = new ArrayList<>();
    List<double[]> spoilt = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      double value = random.nextGaussian();
      clean.add(new double[] {value});
      spoilt.add(new double[] {i % 50 == 0 ? 1e6 : value});
    }
    assertThat(RobustScaling.fit(spoilt).factor()[0])
        .isCloseTo(RobustScaling.fit(clean).factor()[0], within(0.2));
  }

  @Test
  void someFeaturesAreTakenFromAnotherOne() {
    RobustScaling some = new RobustScaling(new double[] {1, 2}, new double[] {3, 4}, 8);
    BitSet second = new BitSet();
    second.set(1);
    RobustScaling joined =
        some.with(new RobustScaling(new double[] {5, 6}, new double[] {7, 9}, 8), second);
    assertThat(joined.centre()).containsExactly(1, 6);
    assertThat(joined.factor()).containsExactly(3, 9);
  }
}
