package org.filbert.online.recursive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.filbert.data.Target;
import org.filbert.model.RobustScaling;
import org.filbert.online.Columns;
import org.filbert.online.recursive.ScalingWatch.Verdict;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ScalingWatchTest {
  private static final Coding CODING = new Coding(new Columns.FixedClasses(List.of("no", "yes")));
  private static final int ROWS = 16;

  /** The losses of predictions that are right, wrong, and no better than a guess. */
  private static final double GOOD = 0.02;

  private static final double BAD = 1.2;
  private static final double POOR = 0.4;

  private final Random random = new Random(3);
  private final RobustScaling present = RobustScaling.fit(rows(500, 1, 1).rows());

  /** Rows whose features are multiplied. */
  private Opening rows(int count, double... factors) {
    List<double[]> rows = new ArrayList<>();
    List<@Nullable Target> targets = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double[] row = new double[factors.length];
      Arrays.setAll(row, j -> factors[j] * (10 + random.nextGaussian()));
      rows.add(row);
      targets.add(new Target.ClassName(i % 2 == 0 ? "no" : "yes"));
    }
    return new Opening(rows, targets, targets.stream().map(each -> 1.0).toList());
  }

  /** After further rows with a loss each. */
  private Recent after(Recent recent, double loss, double... factors) {
    double[] losses = new double[ROWS];
    Arrays.fill(losses, loss);
    return recent.and(rows(ROWS, factors), losses);
  }

  private Recent full(double loss, double... factors) {
    Recent recent = Recent.EMPTY;
    for (int i = 0; i < 4; i++) {
      recent = after(recent, loss, factors);
    }
    assertThat(recent.untilLook()).isEqualTo(ROWS);
    return recent;
  }

  /** Scores of rows of two classes in turn, which are right or wrong. */
  private static Function<RobustScaling, double[][]> scores(boolean right) {
    return scaling ->
        IntStream.range(0, 64)
            .mapToObj(i -> i % 2 == 0 == right ? new double[] {1, 0} : new double[] {0, 1})
            .toArray(double[][]::new);
  }

  private static Function<RobustScaling, double[][]> unasked() {
    return scaling -> {
      throw new AssertionError("nothing is tried");
    };
  }

  private Recent stays(Recent recent, double least, Function<RobustScaling, double[][]> scores) {
    Verdict verdict = new ScalingWatch(CODING, 1, least).verdict(recent, present, scores);
    assertThat(verdict).isInstanceOf(Verdict.Stays.class);
    return ((Verdict.Stays) verdict).recent();
  }

  @Test
  void aScalingThatSuitsStays() {
    Recent recent = full(BAD, 1, 1);
    assertThat(recent.unsuited(present).isEmpty()).isTrue();
    assertThat(stays(recent, GOOD, unasked()).looks()).isZero();
  }

  @Test
  void nothingIsTriedBeforeTheThirdLookOrWherePredictionsAreGood() {
    Recent recent = full(BAD, 1, 100);
    for (int look = 1; look < 3; look++) {
      recent = stays(recent, GOOD, unasked());
      assertThat(recent.looks()).isEqualTo(look);
      recent = after(recent, BAD, 1, 100);
    }
    Recent good = stays(full(GOOD, 1, 100), GOOD, unasked());
    for (int look = 0; look < 5; look++) {
      good = stays(after(good, GOOD, 1, 100), GOOD, unasked());
    }
  }

  /** Rows at whose next look another scaling is tried. */
  private Recent afterTwoLooks(double loss, double least, double... factors) {
    Recent recent = full(loss, factors);
    for (int look = 1; look < 3; look++) {
      recent = after(stays(recent, least, unasked()), loss, factors);
    }
    return recent;
  }

  @Test
  void aScalingThatPredictsBetterTakesItsPlaceForTheFeaturesThatHaveChanged() {
    Verdict verdict =
        new ScalingWatch(CODING, 1, GOOD)
            .verdict(afterTwoLooks(BAD, GOOD, 1, 100), present, scores(true));
    assertThat(verdict).isInstanceOf(Verdict.Changes.class);
    RobustScaling scaling = ((Verdict.Changes) verdict).scaling();
    assertThat(scaling.centre()[0]).isEqualTo(present.centre()[0]);
    assertThat(scaling.factor()[0]).isEqualTo(present.factor()[0]);
    assertThat(scaling.centre()[1]).isCloseTo(1000, within(50.0));
    assertThat(scaling.factor()[1]).isCloseTo(present.factor()[1] / 100, within(0.01));
  }

  @Test
  void allBeginsAnewWhereNothingThatWasLearnedHolds() {
    Verdict verdict =
        new ScalingWatch(CODING, 1, GOOD)
            .verdict(afterTwoLooks(BAD, GOOD, 1, 100), present, scores(false));
    assertThat(verdict).isInstanceOf(Verdict.BeginsAnew.class);
  }

  /** The stream has always been predicted no better than by a guess. */
  @Test
  void aFeatureThatWasRefusedIsTriedAgainLater() {
    Recent refused = stays(afterTwoLooks(POOR, POOR, 1, 100), POOR, scores(false));
    assertThat(refused.refused()).containsExactly(1);
    assertThat(refused.patience()).isEqualTo(128);
    Recent recent = refused;
    for (int rows = ROWS; rows < 128; rows += ROWS) {
      recent = stays(after(recent, POOR, 1, 100), POOR, unasked());
    }
    Verdict verdict =
        new ScalingWatch(CODING, 1, POOR)
            .verdict(after(recent, POOR, 1, 100), present, scores(true));
    assertThat(verdict).isInstanceOf(Verdict.Changes.class);
  }

  /** Against the definition: median and deviations by sorting. */
  @Test
  void unsuitedAreOtherPlacesAndSpreads() {
    double[] factors = new double[400];
    Arrays.fill(factors, 1);
    RobustScaling fitted = RobustScaling.fit(rows(500, factors).rows());
    Arrays.setAll(factors, j -> Math.exp(random.nextGaussian()));
    Recent recent = full(BAD, factors);
    BitSet expected = new BitSet();
    for (int j = 0; j < factors.length; j++) {
      int feature = j;
      double factor = fitted.factor()[j];
      double[] values =
          recent.rows().rows().stream()
              .mapToDouble(row -> row[feature] - fitted.centre()[feature])
              .sorted()
              .toArray();
      double median = RobustScaling.median(values);
      double[] deviations =
          Arrays.stream(values).map(value -> Math.abs(value - median)).sorted().toArray();
      double half = RobustScaling.median(deviations);
      double mean = Arrays.stream(deviations).average().orElseThrow();
      expected.set(
          j,
          Math.abs(median) * factor > 2
              || half * factor > 3
              || (half > 0 && mean * factor * 3 < 1));
    }
    assertThat(expected.cardinality()).isBetween(50, 399);
    assertThat(recent.unsuited(fitted)).isEqualTo(expected);
  }
}
