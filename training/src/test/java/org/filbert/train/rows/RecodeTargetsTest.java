package org.filbert.train.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import org.filbert.calibration.Softmax;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.MetricOptions;
import org.filbert.kernel.MetricOptions.Learn;
import org.filbert.model.TrainedModel;
import org.filbert.selection.OpenChoices;
import org.filbert.train.TrainingBuilder;
import org.filbert.train.TrainingSpec;
import org.filbert.train.method.Evaluation;
import org.filbert.train.method.Measure;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RecodeTargetsTest {
  private static double[][] points(int count, long seed) {
    Random random = new Random(seed);
    double[][] x = new double[count][];
    for (int i = 0; i < count; i++) {
      x[i] = random.doubles(6, -1.7, 1.7).toArray();
    }
    return x;
  }

  /** Shells of a ball, of which the middle one has nowhere the highest score by least squares. */
  private static String[] shells(double[][] x) {
    return Arrays.stream(x)
        .map(
            row -> {
              double square = Arrays.stream(row).map(value -> value * value).sum();
              return square < 4.7 ? "a" : square < 6.7 ? "b" : "c";
            })
        .toArray(String[]::new);
  }

  private static double wrong(TrainedModel model) {
    double[][] x = points(500, 2);
    String[] truth = shells(x);
    int wrong = 0;
    for (int i = 0; i < x.length; i++) {
      wrong += model.predictClass(x[i]).equals(truth[i]) ? 0 : 1;
    }
    return wrong / 500.0;
  }

  private static TrainingBuilder automatic() {
    return TrainingSpec.of(new Gaussian(1))
        .medianSigma(true)
        .open(new OpenChoices(true, true, true));
  }

  private static Evaluation byError() {
    return new Evaluation(OptionalInt.empty(), OptionalInt.empty(), Optional.of(Measure.ERROR));
  }

  private static TrainedModel train(TrainingBuilder builder) {
    double[][] x = points(500, 1);
    return builder.train(x, shells(x));
  }

  /** The share of wrong classes without codes. */
  private static double wrongWithoutCodes;

  @BeforeAll
  static void trainWithoutCodes() {
    wrongWithoutCodes = wrong(train(automatic().evaluation(byError())));
  }

  @ParameterizedTest
  @EnumSource(
      value = Learn.class,
      names = {"NONE", "DIAGONAL"})
  void aShellBetweenOthersIsFound(Learn learn) {
    TrainedModel coded = train(automatic().metric(MetricOptions.of(learn)));
    assertThat(wrong(coded)).isLessThan(0.7 * wrongWithoutCodes);
    assertThat(coded.calibration()).isInstanceOf(Softmax.class);
    assertThat(
            coded.predictProbabilities(new double[6]).values().stream().mapToDouble(p -> p).sum())
        .isCloseTo(1, within(1e-12));
    assertThat(coded.predictProbabilities(new double[6]).get("a")).isGreaterThan(0.8);
  }
}
