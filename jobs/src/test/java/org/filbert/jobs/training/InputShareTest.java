package org.filbert.jobs.training;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.MetricOptions;
import org.filbert.model.TrainedModel;
import org.filbert.train.TrainingSpec;
import org.junit.jupiter.api.Test;

class InputShareTest {
  private final double[][] x =
      IntStream.range(0, 200)
          .mapToObj(i -> new Random(i).doubles(3).toArray())
          .toArray(double[][]::new);
  private final double[] y =
      IntStream.range(0, 200).mapToDouble(i -> Math.sin(6 * x[i][1])).toArray();

  @Test
  void theInputThatMattersIsTheFirst() {
    TrainedModel model =
        TrainingSpec.of(new Gaussian(1))
            .metric(MetricOptions.of(MetricOptions.Learn.DIAGONAL))
            .train(x, y);
    List<InputShare> shares = InputShare.of(model);
    assertThat(shares).hasSize(3);
    assertThat(shares.get(0).name()).isEqualTo("input 2");
    assertThat(shares.get(0).share()).isGreaterThan(0.9);
    assertThat(shares.stream().mapToDouble(InputShare::share).sum()).isBetween(1 - 1e-9, 1 + 1e-9);
    assertThat(InputShare.line(shares)).startsWith("the learned metric looks at input 2 ");
  }

  @Test
  void withoutAMetricThereAreNone() {
    assertThat(InputShare.of(TrainingSpec.of(new Gaussian(1)).train(x, y))).isNull();
  }
}
