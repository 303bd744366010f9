package org.filbert.train.columns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Placement;
import org.filbert.data.RefusedException;
import org.filbert.data.Role;
import org.filbert.data.Target;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.Linear;
import org.filbert.kernel.Polynomial;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Precision;
import org.filbert.shard.Prepared;
import org.filbert.testing.LetterData;
import org.filbert.testing.Shards;
import org.filbert.train.Preparation;
import org.filbert.train.Training;
import org.filbert.train.TrainingBuilder;
import org.filbert.train.TrainingSpec;
import org.filbert.workers.LocalWorkers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a look at the training rows says of them. */
class NoticesTest {
  private static final int ROWS = 1000;

  private final double[][] x = new double[ROWS][3];
  private ToDoubleFunction<double[]> target = row -> Math.sin(row[0]);

  /** What a preparation found. */
  private record Found(Prepared prepared, List<String> notices) {
    Precision precision() {
      return prepared.preprocessing().precision();
    }
  }

  NoticesTest() {
    Random random = new Random(8);
    for (double[] row : x) {
      Arrays.setAll(row, j -> random.nextGaussian());
    }
  }

  private List<Instance> rows() {
    List<Instance> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      rows.add(
          new Instance.Example(
              Role.TRAIN,
              i,
              new Features.Dense(x[i]),
              new Target.Values(new double[] {target.applyAsDouble(x[i])})));
    }
    return rows;
  }

  private static PreprocessingOptions named(Scaling scaling) {
    return new PreprocessingOptions(
        scaling, Storage.AUTO, null, OptionalInt.empty(), true, List.of("a", "b", "c"), null);
  }

  private static TrainingBuilder spec(Kernel kernel) {
    return TrainingSpec.of(kernel).preprocessing(named(new Scaling.None()));
  }

  private static LocalWorkers workers(List<Instance> rows) {
    return Shards.local(rows, new Placement(5, 3), Backends.choose("java", "plain"));
  }

  private Found look(TrainingBuilder spec) {
    return look(spec, rows());
  }

  private static Found look(TrainingBuilder spec, List<Instance> rows) {
    try (LocalWorkers workers = workers(rows)) {
      Preparation preparation = new Preparation(spec.build());
      Prepared prepared = preparation.run(workers);
      return new Found(prepared, preparation.notices());
    }
  }

  private void set(int column, int every, double value) {
    for (int i = 0; i < ROWS; i += every) {
      x[i][column] = value;
    }
  }

  @Test
  void thereIsNothingToSayOfOrdinaryRows() {
    for (Kernel kernel : new Kernel[] {new Gaussian(1), new Linear(), new Polynomial(3, 1, 1)}) {
      Found found = look(spec(kernel));
      assertThat(found.notices()).isEmpty();
      assertThat(found.precision()).isEqualTo(Precision.SINGLE);
    }
  }

  @Test
  void thereIsNothingToSayOfLetter() {
    Found found =
        look(
            TrainingSpec.of(new Gaussian(0.2)).scaling(new Scaling.Divide(15)),
            LetterData.instances(1500, 0));
    assertThat(found.notices()).isEmpty();
    assertThat(found.precision()).isEqualTo(Precision.SINGLE);
  }

  @Test
  void columnsThatAreConstantOrNearlySo() {
    set(1, 1, 5);
    assertThat(look(spec(new Gaussian(1))).notices())
        .containsExactly(
            "feature 2 (b): the same value in all rows, from which nothing is learned; leave it"
                + " out");
    set(1, 1, 0);
    assertThat(look(spec(new Gaussian(1))).notices()).isEmpty();
  }

  @Test
  void aFillValueIsNamedWithItsShare() {
    set(2, 20, -999);
    Found found = look(spec(new Gaussian(100)));
    assertThat(found.notices())
        .containsExactly(
            "feature 3 (c) has the value -999 in 50 rows (5.0 %), far from all others; if it stands"
                + " for a missing value, leave the feature or such rows out, or fill them in");
    assertThat(found.precision()).isEqualTo(Precision.SINGLE);
  }

  @Test
  void distancesThatSinglePrecisionLosesAreComputedInDouble() {
    set(2, 20, -9999);
    Found found = look(spec(new Gaussian(1)));
    assertThat(found.notices())
        .singleElement()
        .asString()
        .startsWith(
            "feature 3 (c) has the value -9999, 1.0e+04 times sigma from the centre; values")
        .contains(" in 50 rows (5.0 %): single precision loses the distances", "double precision;");
    assertThat(found.precision()).isEqualTo(Precision.DOUBLE);
    Found asked = look(spec(new Gaussian(1)).precision(Precision.SINGLE));
    assertThat(asked.precision()).isEqualTo(Precision.SINGLE);
    assertThat(asked.notices()).singleElement().asString().contains("precision: double helps");
    assertThat(look(spec(new Gaussian(1)).precision(Precision.DOUBLE)).notices())
        .singleElement()
        .asString()
        .contains("has the value -9999");
  }

  @Test
  void unequalSpreadsWithoutScaling() {
    for (double[] row : x) {
      row[0] *= 1e6;
    }
    assertThat(look(spec(new Gaussian(1e6))).notices())
        .singleElement()
        .asString()
        .startsWith("feature 1 (a) spreads over 1.4e+06 and feature ")
        .endsWith("scaling: {type: standard} makes them count alike");
    assertThat(look(spec(new Gaussian(1)).preprocessing(named(new Scaling.Standard()))).notices())
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-3, 1e5})
  void widthsFarFromTheDistances(double sigma) {
    assertThat(look(spec(new Gaussian(sigma))).notices())
        .filteredOn(line -> line.startsWith("the kernel matrix"))
        .singleElement()
        .asString()
        .contains(
            sigma < 1 ? "nearly the identity" : "nearly all ones",
            "the median distance of sampled rows is 2.",
            "what helps: sigma: median");
    assertThat(look(spec(new Gaussian(sigma)).medianSigma(true)).notices()).isEmpty();
  }

  @Test
  void targetsThatDoNotVaryOrOfWhichFewAreFarOff() {
    target = row -> 5;
    assertThat(look(spec(new Gaussian(1))).notices())
        .containsExactly(
            "the target is 5 in all of 512 sampled rows: there is little or nothing to learn");
    target = row -> row == x[17] ? 1e9 : row[0];
    assertThat(look(spec(new Gaussian(1))).notices())
        .singleElement()
        .asString()
        .startsWith("the target has a standard deviation of 3.16e+07, though half of 512 ");
  }

  @Test
  void productsFarAboveOrBelowTheRidge() {
    for (double[] row : x) {
      Arrays.setAll(row, j -> row[j] * 1e8);
    }
    Found large = look(spec(new Linear()).ridge(0.01));
    assertThat(large.precision()).isEqualTo(Precision.DOUBLE);
    assertThat(large.notices())
        .singleElement()
        .asString()
        .startsWith("kernel values reach ")
        .contains("rounding errors are larger than the ridge 0.01 even in double precision");
    for (double[] row : x) {
      Arrays.setAll(row, j -> row[j] * 1e-18);
    }
    assertThat(look(spec(new Linear()).ridge(0.01)).notices())
        .singleElement()
        .asString()
        .contains("far below the ridge 0.01: the model is nearly constant");
  }

  @Test
  void aStrictRunEndsBeforeItsFirstStepOrBeforeItsModel() {
    set(2, 20, -999);
    assertThatThrownBy(() -> strict(spec(new Gaussian(100))))
        .isInstanceOf(RefusedException.class)
        .hasMessageStartingWith("strict: feature 3 (c) has the value -999 in 50 rows (5.0 %)");
    for (double[] row : x) {
      row[2] = row[0];
    }
    strict(spec(new Gaussian(1)));
    assertThatThrownBy(() -> strict(spec(new Gaussian(1)).ridge(1e12)))
        .isInstanceOf(RefusedException.class)
        .hasMessageStartingWith("strict: the model is a constant: its training error, ");
  }

  private void strict(TrainingBuilder spec) {
    try (LocalWorkers workers = workers(rows())) {
      new Training(spec.build(), Optional::empty, "", new TreeMap<>(), true).run(workers);
    }
  }

  @Test
  void sparseRowsAreLookedAtToo() {
    List<Instance> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      int[] indices = {i % 7, 10 + i % 50};
      double[] values = {x[i][0], i % 100 == 0 ? 1e12 : x[i][1]};
      rows.add(
          new Instance.Example(
              Role.TRAIN,
              i,
              new Features.Sparse(indices, values),
              new Target.ClassName("c" + i % 2)));
    }
    assertThatThrownBy(() -> look(TrainingSpec.of(new Gaussian(1)).storage(Storage.SPARSE), rows))
        .isInstanceOf(RefusedException.class)
        .hasMessageStartingWith("feature 11 has the value 1000000000000, 1.0e+12 times sigma");
    IntStream.range(0, ROWS)
        .filter(i -> i % 100 == 0)
        .forEach(
            i -> ((Features.Sparse) ((Instance.Example) rows.get(i)).features()).values()[1] = 1);
    assertThat(look(TrainingSpec.of(new Gaussian(1)).storage(Storage.SPARSE), rows).notices())
        .isEmpty();
  }
}
