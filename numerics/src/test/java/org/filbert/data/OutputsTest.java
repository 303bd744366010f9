package org.filbert.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.filbert.data.Outputs.Classes;
import org.junit.jupiter.api.Test;

class OutputsTest {

  @Test
  void theHighestScoreWinsAndTheFirstOnATie() {
    double[] scores = {9, 1, 2, 2, -1, -1, -1};
    assertThat(Classes.winner(scores, 1, 3)).isEqualTo(1);
    assertThat(Classes.winner(scores, 4, 3)).isEqualTo(0);
    assertThat(Classes.winner(scores, 0, 7)).isEqualTo(0);
  }

  @Test
  void aSingleScoreAboveZeroIsTheSecondClass() {
    double[] scores = {0.1, 0, -0.1};
    assertThat(Classes.winner(scores, 0, 1)).isEqualTo(1);
    assertThat(Classes.winner(scores, 1, 1)).isEqualTo(0);
    assertThat(Classes.winner(scores, 2, 1)).isEqualTo(0);
  }

  @Test
  void twoClassesShareAColumnMoreHaveOneEach() {
    Classes two = new Classes(List.of("no", "yes"));
    assertThat(two.columns()).isEqualTo(1);
    assertThat(two.target(0, 0)).isEqualTo(-1);
    assertThat(two.target(1, 0)).isEqualTo(1);
    Classes three = new Classes(List.of("a", "b", "c"));
    assertThat(three.columns()).isEqualTo(3);
    assertThat(three.target(1, 1)).isEqualTo(1);
    assertThat(three.target(1, 0)).isEqualTo(-1);
    assertThat(new Outputs.Targets(new double[4]).columns()).isEqualTo(4);
  }

  @Test
  void transformedTargetsComeBack() {
    Outputs.Targets targets =
        new Outputs.Targets(new double[] {1, 2}, new double[] {3, 4}, TargetTransform.LOG);
    double[] y = {0.01, 250};
    double[] scores = targets.scores(new double[] {Math.log(y[0]), Math.log(y[1])});
    targets.toValues(scores);
    assertThat(scores).containsExactly(y, within(1e-12));
    assertThat(targets.described()).isEqualTo("the logarithm of 2 targets");
    assertThat(targets.errorOfMeans()).isEmpty();
    assertThat(new Outputs.Targets(new double[2], new double[] {3, 4}).errorOfMeans())
        .hasValue(4 * Math.sqrt((9.0 / 16 + 1) / 2));
    assertThat(new Outputs.Targets(new double[2], new double[] {3, 4}, null).transform())
        .isEqualTo(TargetTransform.NONE);
  }

  @Test
  void fewerThanTwoClassesAreRefused() {
    assertThatThrownBy(() -> new Classes(List.of("a")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("found the classes [a], at least 2 are needed");
  }
}
