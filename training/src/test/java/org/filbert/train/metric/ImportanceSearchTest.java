package org.filbert.train.metric;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.filbert.kernel.Exponential;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.MetricOptions;
import org.filbert.kernel.MetricOptions.Learn;
import org.filbert.model.Importances;
import org.filbert.model.InputColumns;
import org.filbert.model.LearnedMetric;
import org.filbert.selection.OpenChoices;
import org.filbert.train.TrainingSpec;
import org.junit.jupiter.api.Test;

class ImportanceSearchTest {
  private interface Target {
    double of(double[] x);
  }

  private static double[][] inputs(int rows, int d, long seed) {
    Random random = new Random(seed);
    return IntStream.range(0, rows)
        .mapToObj(i -> random.doubles(d, -1, 1).toArray())
        .toArray(double[][]::new);
  }

  private static LearnedMetric learned(
      Kernel kernel, Learn learn, double[][] x, long seed, Target target) {
    Random noise = new Random(seed + 100);
    double[] y =
        Arrays.stream(x).mapToDouble(row -> target.of(row) + 0.05 * noise.nextGaussian()).toArray();
    return (LearnedMetric)
        TrainingSpec.of(kernel)
            .medianSigma(true)
            .seed(seed)
            .open(new OpenChoices(false, true, true))
            .metric(MetricOptions.of(learn))
            .train(x, y)
            .preprocessing();
  }

  private static Importances importances(LearnedMetric metric) {
    return Objects.requireNonNull(metric.importances());
  }

  private static int[] above(Importances found) {
    return IntStream.range(0, found.shares().length)
        .filter(i -> found.shares()[i] > found.noise()[i])
        .toArray();
  }

  @Test
  void inputsThatMatterAreAboveTheNoiseAndOneOfTwentyOthers() {
    Target three = x -> Math.sin(3 * x[4]) + x[11] * x[20];
    int noisy = 0;
    for (int seed = 1; seed <= 4; seed++) {
      int[] above =
          above(
              importances(
                  learned(new Gaussian(1), Learn.DIAGONAL, inputs(400, 30, seed), seed, three)));
      assertThat(above).contains(4, 11, 20);
      noisy += above.length - 3;
    }
    // 108 inputs, each above with a probability of 1/20 at most: 95 % of binomial draws are ≤ 9.
    assertThat(noisy).isLessThanOrEqualTo(9);
  }

  @Test
  void theLevelOfFewInputsIsThatOfManyCopies() {
    Importances found =
        importances(
            learned(
                new Exponential(1), Learn.DIAGONAL, inputs(300, 3, 1), 1, x -> Math.sin(3 * x[1])));
    assertThat(above(found)).containsExactly(1);
    assertThat(found.directions()).isEmpty();
  }

  @Test
  void theObliqueDirectionIsTheFirst() {
    double[] v = {0.6, 0, -0.48, 0, 0.64, 0, 0, 0};
    Target oblique = x -> Math.tanh(3 * (v[0] * x[0] + v[2] * x[2] + v[4] * x[4]));
    Importances found =
        importances(learned(new Gaussian(1), Learn.FULL, inputs(500, 8, 5), 5, oblique));
    assertThat(above(found)).contains(0, 2, 4);
    List<Importances.Direction> directions = found.directions();
    assertThat(directions).hasSize(5);
    assertThat(directions.get(0).share()).isBetween(0.9, 1.0);
    assertThat(directions.get(1).share()).isLessThan(0.1);
    double[] first = directions.get(0).vector();
    double cosine = IntStream.range(0, v.length).mapToDouble(j -> v[j] * first[j]).sum();
    assertThat(cosine).isGreaterThan(Math.cos(Math.toRadians(5)));
  }

  @Test
  void copiesThatDoNotVaryAreLeftOut() {
    List<InputColumns> inputs = List.of(new InputColumns("a", 0, 1), new InputColumns("b", 1, 3));
    double[] round = {0.4, 0.1, 0.2, 0.2, 0.05, 0.05};
    double[] other = {0.6, 0.1, 0.1, 0, 0.1, 0.1};
    Importances found = ImportanceSearch.importances(List.of(round, other), inputs, List.of());
    assertThat(found.shares()).containsExactly(new double[] {0.5, 0.25}, offset());
    assertThat(found.noise()).containsExactly(new double[] {0.2, 0.4}, offset());
    double[] many = IntStream.rangeClosed(1, 78).mapToDouble(i -> i <= 39 ? 1 : i).toArray();
    List<InputColumns> single =
        IntStream.range(0, 39).mapToObj(i -> new InputColumns("" + i, i, i + 1)).toList();
    assertThat(ImportanceSearch.importances(List.of(many), single, List.of()).noise()[0])
        .isEqualTo(77);
    assertThat(
            ImportanceSearch.importances(
                    List.of(new double[] {1, 0}), single.subList(0, 1), List.of())
                .noise())
        .containsExactly(0);
  }

  private static Offset<Double> offset() {
    return Offset.offset(1e-12);
  }
}
