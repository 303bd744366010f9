package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.filbert.connectors.TaskKind;
import org.filbert.data.Features;
import org.filbert.data.Target;
import org.filbert.operators.online.FeatureAdapter;
import org.filbert.operators.online.LabelRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the rows of a stream may be like. */
class RowAdapterTest {
  private static final FeatureAdapter STRICT =
      new FeatureAdapter(
          2, FeatureAdapter.Unknown.REFUSE, FeatureAdapter.Missing.REFUSE, new double[0], 1e30);
  private static final FeatureAdapter LENIENT =
      new FeatureAdapter(
          2, FeatureAdapter.Unknown.IGNORE, FeatureAdapter.Missing.ZERO, new double[0], 1e30);

  private static double[] dense(FeatureAdapter fit, double... values) {
    return ((Features.Dense) fit.apply(new Features.Dense(values))).values();
  }

  private static Features.Sparse sparse(FeatureAdapter fit, int... indices) {
    double[] values = new double[indices.length];
    java.util.Arrays.fill(values, 7);
    return (Features.Sparse) fit.apply(new Features.Sparse(indices, values));
  }

  @Test
  void rowsThatFitStayAsTheyAre() {
    assertThat(dense(STRICT, 1, 2)).containsExactly(1, 2);
    assertThat(sparse(STRICT, 1).indices()).containsExactly(1);
    assertThat(sparse(STRICT).indices()).isEmpty();
  }

  @Test
  void aStrictFitRejectsAllOthers() {
    assertThatThrownBy(() -> dense(STRICT, 1, 2, 3)).hasMessage("found 3 features, allowed 2");
    assertThatThrownBy(() -> dense(STRICT, 1)).hasMessage("found 1 features, needed 2");
    assertThatThrownBy(() -> dense(STRICT, 1, Double.NaN))
        .hasMessage("found NaN as feature 2, allowed numbers up to 1.0E30 once scaled");
    assertThatThrownBy(() -> sparse(STRICT, 0, 2)).hasMessage("found feature 3, allowed 2");
  }

  @Test
  void aLenientFitMakesThemFit() {
    assertThat(dense(LENIENT, 1, 2, 3)).containsExactly(1, 2);
    assertThat(dense(LENIENT, 1)).containsExactly(1, 0);
    assertThat(dense(LENIENT, Double.NaN, 2)).containsExactly(0, 2);
    assertThat(sparse(LENIENT, 0, 2, 5).indices()).containsExactly(0);
    assertThatThrownBy(() -> dense(LENIENT, Double.POSITIVE_INFINITY, 1))
        .hasMessageContaining("found Infinity");
  }

  @Test
  void valuesThatSinglePrecisionCannotHoldAreRejected() {
    double[] scale = {1e-20, 1e20};
    FeatureAdapter fit =
        new FeatureAdapter(
            2, FeatureAdapter.Unknown.REFUSE, FeatureAdapter.Missing.ZERO, scale, 1e30);
    assertThat(dense(fit, 1e39, -1e9)).containsExactly(1e39, -1e9);
    assertThatThrownBy(() -> dense(fit, 1, -1e39))
        .hasMessage("found -1.0E39 as feature 2, allowed numbers up to 1.0E30 once scaled");
    assertThatThrownBy(() -> fit.apply(new Features.Sparse(new int[] {1}, new double[] {1e39})))
        .hasMessageStartingWith("found 1.0E39 as feature 2");
    LabelRule numbers = new LabelRule(TaskKind.REGRESSION, Map.of(), List.of());
    assertThatThrownBy(() -> numbers.apply(new Target.Values(new double[] {1e300})))
        .hasMessage("found label 1.0E300, allowed numbers up to 1.0E30");
  }

  @Test
  void doesNotChangeWhatItIsGiven() {
    double[] values = {Double.NaN, 2};
    dense(LENIENT, values);
    assertThat(values[0]).isNaN();
  }

  @Test
  void labelsStandForTheirGroups() {
    LabelRule rule =
        new LabelRule(TaskKind.CLASSIFICATION, Map.of("A", "vowel", "B", "consonant"), List.of());
    assertThat(rule.apply(new Target.ClassName("A"))).isEqualTo(new Target.ClassName("vowel"));
    assertThatThrownBy(() -> rule.apply(new Target.ClassName("C")))
        .hasMessage("found label \"C\", which is in no group");
  }

  @Test
  void knownClassesAreAllThereAre() {
    LabelRule rule = new LabelRule(TaskKind.CLASSIFICATION, Map.of(), List.of("up", "down"));
    assertThatThrownBy(() -> rule.apply(new Target.ClassName("sideways")))
        .hasMessage("found class \"sideways\", allowed one of [up, down]");
  }

  @Test
  void classesThatAreNumbersHaveManySpellings() {
    LabelRule classes = new LabelRule(TaskKind.CLASSIFICATION, Map.of(), List.of("0", "1"));
    assertThat(((Target.ClassName) classes.apply(new Target.ClassName("+1.0"))).name())
        .isEqualTo("1");
    LabelRule groups =
        new LabelRule(TaskKind.CLASSIFICATION, Map.of("1", "few", "20", "many"), List.of());
    assertThat(groups.apply(new Target.ClassName("20.0"))).isEqualTo(new Target.ClassName("many"));
    assertThatThrownBy(() -> groups.apply(new Target.ClassName("2")))
        .hasMessage("found label \"2\", which is in no group");
  }

  @ParameterizedTest
  @CsvSource({"CLASSIFICATION, 1", "REGRESSION, NaN"})
  void targetsAreOfTheTask(TaskKind task, double value) {
    LabelRule rule = new LabelRule(task, Map.of(), List.of());
    assertThatThrownBy(() -> rule.apply(new Target.Values(new double[] {value})))
        .hasMessageStartingWith("found");
  }
}
