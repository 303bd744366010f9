package org.filbert.online.progressive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DriftDetectorTest {
  static Stream<DriftDetector> detectors() {
    return Stream.of(new Adwin(0.002));
  }

  /** Errors with the given probabilities, one after the other, for 2,000 rows each. */
  private static double[] errors(double... probabilities) {
    Random random = new Random(5);
    double[] errors = new double[2000 * probabilities.length];
    for (int i = 0; i < errors.length; i++) {
      errors[i] = random.nextDouble() < probabilities[i / 2000] ? 1 : 0;
    }
    return errors;
  }

  /** Row after which drift was first told; -1 for never. */
  private static int firstDrift(DriftDetector detector, double[] errors) {
    DriftDetector current = detector;
    for (int i = 0; i < errors.length; i++) {
      DriftDetector.Watched watched = current.watch(new double[] {errors[i]});
      current = watched.next();
      if (watched.drift()) {
        return i;
      }
    }
    return -1;
  }

  @ParameterizedTest
  @MethodSource("detectors")
  void findsARiseSoonAfterItBegins(DriftDetector detector) {
    assertThat(firstDrift(detector, errors(0.2, 0.5))).isBetween(2000, 2300);
  }

  @ParameterizedTest
  @MethodSource("detectors")
  void isQuietWhereNothingRises(DriftDetector detector) {
    assertThat(firstDrift(detector, errors(0.3, 0.3, 0.3))).isNegative();
    assertThat(firstDrift(detector, errors(0.5, 0.2))).isNegative();
  }

  @ParameterizedTest
  @MethodSource("detectors")
  void doesNotDependOnBatches(DriftDetector detector) {
    double[] errors = errors(0.3);
    DriftDetector oneByOne = detector;
    for (double error : errors) {
      oneByOne = oneByOne.watch(new double[] {error}).next();
    }
    assertThat(detector.watch(errors).next()).isEqualTo(oneByOne);
  }

  @Test
  void adwinKeepsFewBuckets() {
    Adwin adwin = (Adwin) new Adwin(0.002).watch(errors(0.3, 0.3, 0.3)).next();
    assertThat(adwin.buckets()).hasSizeLessThan(80);
    assertThat(adwin.buckets().stream().mapToLong(Adwin.Bucket::count).sum()).isEqualTo(6000);
  }

  @Test
  void refusesWhatCannotBe() {
    assertThatThrownBy(() -> new Adwin(0)).hasMessageContaining("delta is 0.0, must be between");
  }
}
