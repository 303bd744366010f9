package org.filbert.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.filbert.data.Features;
import org.filbert.data.Rows;
import org.filbert.linalg.Precision;
import org.junit.jupiter.api.Test;

class LearnedMetricTest {
  private static final List<Features> RECORDS =
      List.of(new Features.Dense(new double[] {3, 5}), new Features.Dense(new double[] {-1, 2}));

  private static Preprocessing numbers(boolean sparse) {
    return new Preprocessing(
        2, sparse, Precision.DOUBLE, sparse ? new double[0] : new double[] {1, 1}, new double[0]);
  }

  private static LearnedMetric metric(double... root) {
    return new LearnedMetric(numbers(false), root, List.of("a", "b"));
  }

  @Test
  void multipliesCentredRowsByTheRoot() {
    Rows diagonal = metric(0.5, 2).apply(RECORDS);
    assertThat(diagonal.row(0)).containsExactly(1, 8);
    assertThat(diagonal.row(1)).containsExactly(-1, 2);
    Rows full = metric(1, 0.5, 0.5, 3).apply(RECORDS);
    assertThat(full.row(0)).containsExactly(4, 13);
    assertThat(full.row(1)).containsExactly(-1.5, 2);
  }

  @Test
  void hasTheDiagonalOfM() {
    assertThat(metric(0.5, 2).diagonal()).containsExactly(0.25, 4);
    assertThat(metric(0.5, 2).full()).isFalse();
    assertThat(metric(1, 0.5, 0.5, 3).diagonal()).containsExactly(1.25, 9.25);
    assertThat(metric(1, 0.5, 0.5, 3).full()).isTrue();
  }

  @Test
  void goesOnWithTheRowsOfItsEncoder() {
    LearnedMetric metric = metric(0.5, 2);
    assertThat(metric.ofRecords()).isSameAs(metric.encoder());
    assertThat(metric.continued(metric.ofRecords().apply(RECORDS)).row(0)).containsExactly(1, 8);
    LearnedMetric twice = new LearnedMetric(metric, new double[] {2, 1}, List.of());
    assertThat(twice.continued(twice.ofRecords().apply(RECORDS)).row(0)).containsExactly(2, 8);
  }

  @Test
  void refusesWhatIsNoMetricOfTheRows() {
    assertThatThrownBy(() -> metric(1, 2, 3))
        .hasMessageContaining("found a metric of 3 elements and 2 names for dense rows of 2");
    assertThatThrownBy(() -> metric(1, Double.NaN)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new LearnedMetric(numbers(true), new double[] {1, 1}, List.of()))
        .hasMessageContaining("for sparse rows");
    assertThatThrownBy(() -> new LearnedMetric(numbers(false), new double[] {1, 1}, List.of("a")))
        .hasMessageContaining("1 names");
  }
}
