package org.filbert.jobs.training.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.MetricOptions;
import org.filbert.linalg.Precision;
import org.filbert.model.Importances;
import org.filbert.model.LearnedMetric;
import org.filbert.model.Preprocessing;
import org.filbert.model.RowEncoder;
import org.filbert.model.TablePreprocessing;
import org.filbert.model.TrainedModel;
import org.filbert.table.CategoryColumn;
import org.filbert.table.NumberColumn;
import org.filbert.table.TableColumn;
import org.filbert.table.TableEncoder;
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
    List<InputShare> shares = InputShare.of(model.preprocessing());
    assertThat(shares).hasSize(3);
    assertThat(shares.get(0).name()).isEqualTo("input 2");
    assertThat(shares.get(0).share()).isGreaterThan(0.9);
    assertThat(shares.stream().mapToDouble(InputShare::share).sum()).isBetween(1 - 1e-9, 1 + 1e-9);
    assertThat(shares).filteredOn(InputShare::aboveNoise).containsExactly(shares.get(0));
    assertThat(InputShare.line(shares))
        .startsWith("the learned metric looks at input 2 ")
        .endsWith("; 2 of 3 inputs are not above the level of noise");
    assertThat(InputDirection.of(model.preprocessing())).isNull();
  }

  @Test
  void withoutAMetricThereAreNone() {
    RowEncoder plain = TrainingSpec.of(new Gaussian(1)).train(x, y).preprocessing();
    assertThat(InputShare.of(plain)).isNull();
    assertThat(InputDirection.of(plain)).isNull();
  }

  @Test
  void aCategoryIsOneInput() {
    TableEncoder table =
        new TableEncoder(
            List.of(
                new TableColumn("age", true, new NumberColumn(0, 0, 1, false)),
                new TableColumn(
                    "job", true, new CategoryColumn(List.of("a", "b", "c"), 0, null, false))),
            List.of());
    int d = table.features();
    double[] diagonal = new double[d];
    Arrays.fill(diagonal, Math.sqrt(0.5));
    diagonal[0] = 1;
    double[] vector = new double[d];
    Arrays.fill(vector, 0.8 / Math.sqrt(d - 1));
    vector[0] = -0.6;
    LearnedMetric metric =
        new LearnedMetric(
            new TablePreprocessing(
                table, new Preprocessing(d, false, Precision.DOUBLE, new double[0], new double[0])),
            diagonal,
            table.featureNames(),
            new Importances(
                new double[] {0.3, 0.4},
                new double[] {0.1, 0.5},
                List.of(new Importances.Direction(0.75, vector))));
    double trace = 1 + 0.5 * (d - 1);
    assertThat(InputShare.of(metric))
        .extracting(InputShare::name, InputShare::withCopies, InputShare::aboveNoise)
        .containsExactly(tuple("job", 0.4, false), tuple("age", 0.3, true));
    assertThat(InputShare.of(metric).get(1).share()).isCloseTo(1 / trace, within(1e-12));
    assertThat(InputDirection.of(metric))
        .extracting(InputDirection::line)
        .containsExactly("its first direction has 75.0 %: 0.80 job - 0.60 age");
  }
}
