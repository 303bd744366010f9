package org.filbert.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.filbert.calibration.Sigmoid;
import org.filbert.metrics.Threshold.Aim;
import org.filbert.metrics.Threshold.Quantity;
import org.filbert.metrics.Thresholds.Row;
import org.junit.jupiter.api.Test;

class ThresholdsTest {
  private static Aim precision(double least) {
    return new Aim(Quantity.PRECISION, least);
  }

  private static Aim recall(double least) {
    return new Aim(Quantity.RECALL, least);
  }

  private static Threshold one(Aim aim, Row... rows) {
    return Thresholds.of(List.of(rows), List.of(aim)).get(0);
  }

  private static final Row[] FIVE = {
    new Row(0.95, true, 1),
    new Row(0.8, false, 1),
    new Row(0.64, true, 1),
    new Row(0.31, true, 1),
    new Row(0.1, false, 1)
  };

  @Test
  void knownThresholds() {
    assertThat(one(Aim.BEST_F1, FIVE))
        .isEqualTo(new Threshold(Aim.BEST_F1, 0.3, 0.75, 1, 6 / 7.0, 4));
    assertThat(one(precision(0.9), FIVE))
        .isEqualTo(new Threshold(precision(0.9), 0.9, 1, 1 / 3.0, 0.5, 1));
    assertThat(one(precision(0.75), FIVE).probability()).isEqualTo(0.3);
    assertThat(one(recall(0.6), FIVE).recall()).isEqualTo(1); // its precision is the higher one
    assertThat(one(recall(0.3), FIVE).probability()).isEqualTo(0.9);
    assertThat(one(recall(0), FIVE).probability()).isEqualTo(0.9);
  }

  @Test
  void saysWhatIsNotReached() {
    Threshold best = one(precision(0.8), new Row(0.9, false, 1), new Row(0.5, true, 1));
    assertThat(best.reached()).isFalse();
    assertThat(best.precision()).isEqualTo(0.5);
    assertThat(one(precision(0.5), new Row(0.9, false, 1), new Row(0.5, true, 1)).reached())
        .isTrue();
  }

  @Test
  void rowsOfOneClassHaveNone() {
    assertThat(Thresholds.of(List.of(FIVE[0], FIVE[2]), List.of(Aim.BEST_F1))).isEmpty();
    assertThat(Thresholds.of(List.of(FIVE[1]), List.of(Aim.BEST_F1))).isEmpty();
    assertThat(Thresholds.of(List.of(FIVE[1], new Row(0.5, true, 0)), List.of(Aim.BEST_F1)))
        .isEmpty();
  }

  @Test
  void theShortestNumberDividesTheSameRows() {
    assertThat(Thresholds.shortest(0.73, 0.88)).isEqualTo(0.8);
    assertThat(Thresholds.shortest(0.8, 0.8 + 1e-12)).isEqualTo(0.8 + 1e-12);
    assertThat(Thresholds.shortest(-1, 0)).isZero();
    assertThat(Thresholds.shortest(0.9, 1)).isEqualTo(1);
    Random random = new Random(3);
    for (int i = 0; i < 1000; i++) {
      double high = random.nextDouble();
      double low = Math.nextDown(high);
      assertThat(Thresholds.shortest(low, high)).isEqualTo(high);
      assertThat(Thresholds.shortest(high / 2, high))
          .isGreaterThan(high / 2)
          .isLessThanOrEqualTo(high);
    }
  }

  /** Against all thresholds, by definition; and weights are as many rows. */
  @Test
  void areTheBestOfAll() {
    Random random = new Random(5);
    for (int repetition = 0; repetition < 200; repetition++) {
      List<Row> weighted = new ArrayList<>();
      List<Row> repeated = new ArrayList<>();
      weighted.add(new Row(random.nextInt(9) / 8.0, true, 1));
      weighted.add(new Row(random.nextInt(9) / 8.0, false, 1));
      repeated.addAll(weighted);
      for (int i = random.nextInt(30); i > 0; i--) {
        Row row = new Row(random.nextInt(9) / 8.0, random.nextBoolean(), 1 + random.nextInt(3));
        weighted.add(row);
        for (int copy = 0; copy < row.weight(); copy++) {
          repeated.add(new Row(row.probability(), row.positive(), 1));
        }
      }
      double least = random.nextDouble();
      List<Aim> aims = List.of(Aim.BEST_F1, precision(least), recall(least));
      List<Threshold> found = Thresholds.of(weighted, aims);
      List<Threshold> same = Thresholds.of(repeated, aims);
      double f1 = 0;
      double highestPrecision = 0;
      double recallOfPrecise = -1;
      double precisionOfComplete = 0;
      for (int i = 0; i <= 8; i++) {
        double from = i / 8.0;
        double right =
            repeated.stream().filter(r -> r.positive() && r.probability() >= from).count();
        double flagged = repeated.stream().filter(r -> r.probability() >= from).count();
        double all = repeated.stream().filter(Row::positive).count();
        if (flagged > 0) {
          f1 = Math.max(f1, 2 * right / (all + flagged));
          highestPrecision = Math.max(highestPrecision, right / flagged);
          recallOfPrecise =
              right / flagged >= least ? Math.max(recallOfPrecise, right / all) : recallOfPrecise;
          precisionOfComplete =
              right / all >= least
                  ? Math.max(precisionOfComplete, right / flagged)
                  : precisionOfComplete;
        }
      }
      assertThat(found.get(0).f1()).isEqualTo(f1);
      assertThat(found.get(1).reached()).isEqualTo(recallOfPrecise >= 0);
      if (found.get(1).reached()) {
        assertThat(found.get(1).recall()).isEqualTo(recallOfPrecise);
      } else {
        assertThat(found.get(1).precision()).isEqualTo(highestPrecision);
      }
      assertThat(found.get(2).precision()).isEqualTo(precisionOfComplete);
      for (int i = 0; i < aims.size(); i++) {
        double probability = found.get(i).probability();
        assertThat(same.get(i).probability()).isEqualTo(probability);
        assertThat(same.get(i).precision()).isEqualTo(found.get(i).precision());
        assertThat(found.get(i).flagged())
            .isEqualTo(weighted.stream().filter(r -> r.probability() >= probability).count());
      }
    }
  }

  @Test
  void belongToTwoClassesWithProbabilities() {
    ClassErrors errors = new ClassErrors(List.of("a", "b"), 1, Sigmoid.LOGISTIC);
    errors.add(new double[] {-1}, 0, 0, 1);
    errors.add(new double[] {2}, 0, 1, 1);
    assertThat(errors.result(List.of(Aim.BEST_F1)).thresholds())
        .containsExactly(new Threshold(Aim.BEST_F1, 0.8, 1, 1, 1, 1));
    assertThat(errors.result().thresholds()).isNull();
    ClassErrors without = new ClassErrors(List.of("a", "b"), 1, null);
    without.add(new double[] {-1}, 0, 0, 1);
    without.add(new double[] {2}, 0, 1, 1);
    assertThat(without.result(List.of(Aim.BEST_F1)).thresholds()).isNull();
  }
}
