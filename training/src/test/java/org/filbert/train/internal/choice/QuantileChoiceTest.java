package org.filbert.train.internal.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.filbert.data.RefusedException;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.MetricOptions;
import org.filbert.model.LearnedMetric;
import org.filbert.model.NormalScores;
import org.filbert.model.TrainedModel;
import org.filbert.selection.OpenChoices;
import org.filbert.train.TrainingBuilder;
import org.filbert.train.TrainingSpec;
import org.filbert.train.columns.Quantiles;
import org.filbert.train.columns.Storage;
import org.junit.jupiter.api.Test;

class QuantileChoiceTest {
  private static TrainingBuilder automatic(Quantiles quantiles) {
    return TrainingSpec.of(new Gaussian(1))
        .medianSigma(true)
        .open(new OpenChoices(true, true, true))
        .quantiles(quantiles);
  }

  /** Targets that follow the first of two numbers, which are u or exp(8·u) for a normal u. */
  private static TrainedModel train(Quantiles quantiles, boolean skewed, int rows) {
    Random random = new Random(4);
    double[][] x = new double[rows][2];
    double[] y = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      double[] u = {random.nextGaussian(), random.nextGaussian()};
      y[i] = Math.sin(2 * u[0]) + 0.1 * random.nextGaussian();
      for (int j = 0; j < 2; j++) {
        x[i][j] = skewed ? Math.exp(8 * u[j]) : u[j] * u[j] * u[j] / 10 + u[j];
      }
    }
    return automatic(quantiles).train(x, y);
  }

  @Test
  void skewedNumbersBecomeNormalQuantiles() {
    TrainedModel model = train(Quantiles.AUTO, true, 600);
    assertThat(model.preprocessing()).isInstanceOf(NormalScores.class);
    assertThat(Quantiles.of(model.preprocessing())).isEqualTo(Quantiles.NORMAL);
    for (double u : new double[] {-0.8, 0, 0.8}) {
      double predicted = model.predictValue(Math.exp(8 * u), 1);
      assertThat(predicted).isBetween(Math.sin(2 * u) - 0.25, Math.sin(2 * u) + 0.25);
    }
  }

  @Test
  void numbersWithoutFarValuesStay() {
    assertThat(train(Quantiles.AUTO, false, 600).preprocessing())
        .isNotInstanceOf(NormalScores.class);
  }

  @Test
  void whatIsAskedForIsDone() {
    assertThat(train(Quantiles.NORMAL, false, 60).preprocessing()).isInstanceOf(NormalScores.class);
    assertThat(train(Quantiles.NONE, true, 60).preprocessing()).isNotInstanceOf(NormalScores.class);
  }

  @Test
  void sparseRowsAreRefused() {
    double[][] x = {{1, 2}, {2, 3}, {3, 5}};
    assertThatThrownBy(() -> automatic(Quantiles.NORMAL).storage(Storage.SPARSE).train(x, 1, 2, 3))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining(
            "preprocessing.quantiles is normal, which needs dense rows, found sparse ones");
  }

  @Test
  void aMetricIsLearnedOfThem() {
    Random random = new Random(4);
    double[][] x = new double[200][3];
    double[] y = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      x[i] = random.doubles(3).map(u -> Math.exp(9 * u)).toArray();
      y[i] = Math.log(x[i][0]) + 0.01 * random.nextGaussian();
    }
    TrainedModel model =
        automatic(Quantiles.NORMAL)
            .metric(MetricOptions.of(MetricOptions.Learn.DIAGONAL))
            .train(x, y);
    LearnedMetric metric = (LearnedMetric) model.preprocessing();
    assertThat(metric.encoder()).isInstanceOf(NormalScores.class);
    assertThat(metric.diagonal()[0]).isEqualTo(1);
  }
}
