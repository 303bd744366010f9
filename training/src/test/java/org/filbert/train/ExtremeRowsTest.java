package org.filbert.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Placement;
import org.filbert.data.RefusedException;
import org.filbert.data.Role;
import org.filbert.data.Target;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.Laplacian;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Precision;
import org.filbert.model.Preprocessing;
import org.filbert.shard.Prepared;
import org.filbert.testing.Shards;
import org.filbert.train.columns.Scaling;
import org.filbert.workers.LocalWorkers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Preprocessing of rows whose squares overflow or underflow, or of which few are far off. */
class ExtremeRowsTest {
  private static final int ROWS = 300;

  private static List<Instance> rows(double[][] x) {
    List<Instance> rows = new ArrayList<>();
    for (int i = 0; i < x.length; i++) {
      rows.add(
          new Instance.Example(
              Role.TRAIN,
              i,
              new Features.Dense(x[i]),
              new Target.Values(new double[] {Math.sin(i)})));
    }
    return rows;
  }

  private static double[][] normal(double factor) {
    Random random = new Random(5);
    double[][] x = new double[ROWS][3];
    for (double[] row : x) {
      for (int j = 0; j < row.length; j++) {
        row[j] = factor * random.nextGaussian();
      }
    }
    return x;
  }

  private static Prepared prepare(TrainingBuilder spec, double[][] x) {
    try (LocalWorkers workers =
        Shards.local(rows(x), new Placement(5, 3), Backends.choose("java", "plain"))) {
      return new Preparation(spec.precision(Precision.DOUBLE).seed(7).build()).run(workers);
    }
  }

  private static Preprocessing map(TrainingBuilder spec, double[][] x) {
    return (Preprocessing) prepare(spec, x).preprocessing();
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 1e100, 1e200, 1e-170, 1e-200, 1e-300, 1e300})
  void deviationsAreRightWhereSquaresAreNot(double factor) {
    TrainingBuilder spec = TrainingSpec.of(new Gaussian(1)).scaling(new Scaling.Standard());
    double[] ordinary = map(spec, normal(1)).scale();
    double[] scale = map(spec, normal(factor)).scale();
    for (int j = 0; j < ordinary.length; j++) {
      assertThat(scale[j] * factor / ordinary[j]).isCloseTo(1, within(1e-9));
    }
  }

  @Test
  void aWidthWithoutAnInverseIsRefused() {
    TrainingBuilder spec = TrainingSpec.of(new Gaussian(1)).scaling(new Scaling.Standard());
    assertThatThrownBy(() -> map(spec, normal(1e-310)))
        .isInstanceOf(RefusedException.class)
        .hasMessageStartingWith("feature 1, counted from 1, has values from ");
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-300, 1e-20, 1e-9, 3, 1e9, 1e19, 1e300})
  void rowsAndWidthAreInUnitsInWhichSquaresAreNumbers(double sigma) {
    for (Kernel kernel : List.of(new Gaussian(sigma), new Laplacian(sigma))) {
      for (boolean median : new boolean[] {false, true}) {
        Prepared prepared = prepare(TrainingSpec.of(kernel).medianSigma(median), normal(sigma));
        double width = prepared.kernel().width().orElseThrow();
        double[] scale = ((Preprocessing) prepared.preprocessing()).scale();
        double unit = scale.length == 0 ? 1 : scale[0];
        assertThat(width).isBetween(0x1p-40, 0x1p40);
        if (median) {
          assertThat(width / unit / sigma).isBetween(1.0, 4.0);
        } else {
          assertThat(width).isEqualTo(sigma * unit);
        }
        assertThat(unit == 1).isEqualTo(sigma >= 1e-9 && sigma <= 1e9);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {2147483647, 1e12, 9.97e36})
  void aCentreThatOneRowMovesFarFromTheOthersIsTheMedian(double cell) {
    double[][] x = normal(1);
    double[] ordinary = map(TrainingSpec.of(new Gaussian(1)), x).offset();
    x[17][1] = cell;
    double[] offset = map(TrainingSpec.of(new Gaussian(1)), x).offset();
    assertThat(offset[0]).isEqualTo(ordinary[0]);
    assertThat(offset[1]).isBetween(-0.2, 0.2);
    assertThat(offset[2]).isEqualTo(ordinary[2]);
  }

  @Test
  void whatIsNearItsMedianIsCentredAtTheMean() {
    double[][] x = normal(1);
    x[17][1] = 100;
    double mean = 0;
    for (double[] row : x) {
      mean += row[1] / ROWS;
    }
    assertThat(map(TrainingSpec.of(new Gaussian(1)), x).offset()[1]).isCloseTo(mean, within(1e-12));
  }
}
