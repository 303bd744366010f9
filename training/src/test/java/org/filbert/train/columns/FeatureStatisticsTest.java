package org.filbert.train.columns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FeatureStatisticsTest {

  @Test
  void mergedPartsAreTheWholeHoweverCut() {
    List<double[]> rows = new ArrayList<>();
    Random random = new Random(1);
    for (int i = 0; i < 100; i++) {
      rows.add(new double[] {random.nextGaussian(), 1e9 + random.nextInt(10)});
    }
    FeatureStatistics whole = FeatureStatistics.of(rows, 2);
    for (int cut : new int[] {0, 1, 50, 100}) {
      FeatureStatistics merged =
          FeatureStatistics.of(rows.subList(0, cut), 2)
              .merge(FeatureStatistics.of(rows.subList(cut, 100), 2));
      assertThat(merged.count()).isEqualTo(100);
      for (int j = 0; j < 2; j++) {
        assertThat(merged.mean()[j]).isCloseTo(whole.mean()[j], within(1e-6));
        assertThat(merged.standardDeviation(j)).isCloseTo(whole.standardDeviation(j), within(1e-6));
        assertThat(merged.range(j)).isEqualTo(whole.range(j));
      }
    }
  }

  @Test
  void farFromTheOriginTheDeviationKeepsItsDigits() {
    List<double[]> rows = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      rows.add(new double[] {1e9 + (i % 2)});
    }
    FeatureStatistics statistics = FeatureStatistics.of(rows, 1);
    assertThat(statistics.standardDeviation(0)).isCloseTo(0.5, within(1e-6));
    assertThat(statistics.mean()[0]).isCloseTo(1e9 + 0.5, within(1e-6));
  }
}
