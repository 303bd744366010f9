package org.filbert.train.internal.choice;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.filbert.data.Features;
import org.filbert.data.Outputs;
import org.filbert.data.Rows;
import org.filbert.data.Target;
import org.filbert.data.TargetTransform;
import org.filbert.kernel.Gaussian;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Precision;
import org.filbert.model.Preprocessing;
import org.filbert.model.TrainedModel;
import org.filbert.selection.Criterion;
import org.filbert.selection.OpenChoices;
import org.filbert.selection.Selection;
import org.filbert.train.TrainingBuilder;
import org.filbert.train.TrainingSpec;
import org.filbert.train.rows.MedianDistance;
import org.filbert.train.rows.RawSample;
import org.filbert.workers.LocalWorkers;
import org.filbert.workers.Worker;
import org.junit.jupiter.api.Test;

/**
 * The precision of runs whose ridge is left to the rows, and the ridges that they may have then.
 */
class RidgePrecisionTest {
  private static final int LARGE = 1_000_000;

  /** Rows of a smooth function of two numbers, which a small ridge follows best. */
  private static RawSample sample(double noise) {
    Random random = new Random(5);
    List<RawSample.Row> rows = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      double[] x = {random.nextGaussian(), random.nextGaussian()};
      double y = Math.sin(x[0] + 0.3 * x[1]) + noise * random.nextGaussian();
      rows.add(
          new RawSample.Row(i / 300.0, new Features.Dense(x), new Target.Values(new double[] {y})));
    }
    return new RawSample(rows);
  }

  private static Selection.Question question(Rows rows, Precision precision, long count) {
    return new Selection.Question(
        new OpenChoices(true, true, true),
        new Gaussian(1),
        any -> true,
        p -> MedianDistance.ofFirst(rows, p),
        List.of(),
        Selection.leastRidge(precision, count),
        Criterion.MEAN_SQUARE,
        false);
  }

  private static RidgePrecision.Chosen choose(double noise, long count) {
    Outputs outputs = new Outputs.Targets(new double[] {0}, new double[] {1}, TargetTransform.NONE);
    Preprocessing numbers =
        new Preprocessing(2, false, Precision.DOUBLE, new double[0], new double[0]);
    try (LocalWorkers workers =
        new LocalWorkers(List.of(new Worker(0, 1, Backends.choose("auto", "plain"))))) {
      return new RidgePrecision(
              (rows, precision, any) -> question(rows, precision, count), outputs, workers)
          .of(numbers, sample(noise), count);
    }
  }

  @Test
  void manyRowsAreInDoubleIfSmallRidgesPredictBetter() {
    RidgePrecision.Chosen smooth = choose(0, LARGE);
    assertThat(smooth.precision()).isEqualTo(Precision.DOUBLE);
    assertThat(smooth.remark())
        .get()
        .asString()
        .matches(
            "rows and kernel values are in double precision: a mean square of \\S+ by left-out rows"
                + " with the ridge \\S+, \\S+ with ridges from 0\\.013 on, the least for single"
                + " precision");
    assertThat(choose(0.3, LARGE).precision()).isEqualTo(Precision.SINGLE);
  }

  @Test
  void fewRowsAreInDoubleAnyway() {
    assertThat(choose(0.3, 4000).precision()).isEqualTo(Precision.DOUBLE);
    assertThat(choose(0.3, 4001).precision()).isEqualTo(Precision.SINGLE);
  }

  /**
   * A linear function of 20 numbers: the wider the kernel and the smaller the ridge, the better.
   */
  private static double error(TrainingBuilder spec, Precision expected) {
    Random random = new Random(3);
    double[][] x = new double[500][20];
    double[] y = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      Arrays.setAll(x[i], j -> random.nextGaussian());
      y[i] = truth(x[i]) + random.nextGaussian();
    }
    TrainedModel model = spec.medianSigma(true).open(new OpenChoices(true, true, true)).train(x, y);
    assertThat(model.preprocessing().precision()).isEqualTo(expected);
    double squares = 0;
    for (int i = 0; i < 300; i++) {
      double[] row = random.doubles(20, -1.7, 1.7).toArray();
      squares += Math.pow(model.predictValue(row) - truth(row), 2);
    }
    return Math.sqrt(squares / 300);
  }

  private static double truth(double[] x) {
    return x[0] + 2 * x[1] - 2 * x[2] - 1.5 * x[3];
  }

  @Test
  void singlePrecisionThatIsAskedForIsAsGoodWithTheRidgesThatItHas() {
    double fine = error(TrainingSpec.of(new Gaussian(1)), Precision.DOUBLE);
    double coarse =
        error(TrainingSpec.of(new Gaussian(1)).precision(Precision.SINGLE), Precision.SINGLE);
    assertThat(fine).isLessThan(0.21);
    assertThat(coarse).isLessThan(1.05 * fine);
  }

  @Test
  void aGivenRidgeLeavesThePrecisionAsItIs() {
    double[][] x = {{0, 1}, {1, 2}, {2, 0}, {3, 5}};
    TrainedModel model = TrainingSpec.of(new Gaussian(2)).ridge(1e-6).train(x, 1, 2, 3, 5);
    assertThat(model.preprocessing().precision()).isEqualTo(Precision.SINGLE);
  }
}
