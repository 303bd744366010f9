package org.filbert.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.filbert.data.DataException;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Outputs;
import org.filbert.data.Placement;
import org.filbert.data.RefusedException;
import org.filbert.data.Role;
import org.filbert.data.Sample;
import org.filbert.data.Target;
import org.filbert.data.ValidationSplit;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.Laplacian;
import org.filbert.kernel.Linear;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Precision;
import org.filbert.model.TrainedModel;
import org.filbert.shard.Prepared;
import org.filbert.shard.ShardState;
import org.filbert.testing.Close;
import org.filbert.testing.Records;
import org.filbert.testing.Shards;
import org.filbert.train.columns.PreprocessingOptions;
import org.filbert.train.columns.Scaling;
import org.filbert.train.columns.Storage;
import org.filbert.train.method.HeldOutQuality;
import org.filbert.train.rows.ClassWeights;
import org.filbert.workers.LocalWorkers;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PreparationTest {
  private static final Backend BACKEND = Backends.choose("java", "plain");
  private static final Kernel LINEAR = new Linear();
  private static final int ROWS = 40;

  /** Finished preparation, with the encoded rows of all workers by position. */
  private record Result(Prepared prepared, double[][] x, double[][] y) {}

  static Stream<Arguments> scalings() {
    return Stream.of(
            new Scaling.None(),
            new Scaling.Divide(4),
            new Scaling.MinMax(),
            new Scaling.Standard(),
            new Scaling.Auto())
        .flatMap(
            scaling ->
                Stream.of(true, false)
                    .flatMap(
                        sparse ->
                            Stream.of(new Linear(), new Gaussian(1))
                                .map(kernel -> Arguments.of(scaling, sparse, kernel))));
  }

  @ParameterizedTest
  @MethodSource("scalings")
  void denseStorageScalesAndCentresByDefinition(Scaling scaling, boolean sparse, Kernel kernel) {
    Records records = new Records(6, sparse, 3, 41);
    Result result = prepare(records.of(Role.TRAIN, ROWS), scaling, Storage.DENSE, kernel);
    double[][] raw =
        IntStream.range(0, ROWS)
            .mapToObj(i -> records.values(Role.TRAIN, i))
            .toArray(double[][]::new);
    for (int j = 0; j < 6; j++) {
      int feature = j;
      double[] column = Arrays.stream(raw).mapToDouble(row -> row[feature]).toArray();
      double mean = Arrays.stream(column).average().orElseThrow();
      double min = Arrays.stream(column).min().orElseThrow();
      double max = Arrays.stream(column).max().orElseThrow();
      double variance = Arrays.stream(column).map(v -> (v - mean) * (v - mean)).sum() / ROWS;
      double offset =
          scaling instanceof Scaling.Standard
                  || scaling instanceof Scaling.Auto
                  || kernel.shiftInvariant()
              ? mean
              : scaling instanceof Scaling.MinMax ? min : 0;
      double width =
          scaling instanceof Scaling.None
              ? 1
              : scaling instanceof Scaling.Divide
                  ? 4
                  : scaling instanceof Scaling.MinMax ? max - min : Math.sqrt(variance);
      for (int i = 0; i < ROWS; i++) {
        assertThat(result.x[i][j]).isCloseTo((column[i] - offset) / width, within(1e-12));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void sparseStorageIsNeverMoved(boolean written) {
    Records records = new Records(6, written, 3, 42);
    for (Kernel kernel : List.of(new Linear(), new Gaussian(1))) {
      Result result =
          prepare(records.of(Role.TRAIN, ROWS), new Scaling.Divide(4), Storage.SPARSE, kernel);
      for (int i = 0; i < ROWS; i++) {
        double[] raw = records.values(Role.TRAIN, i);
        assertThat(result.x[i]).containsExactly(Arrays.stream(raw).map(v -> v / 4).toArray());
      }
      assertThat(result.prepared.preprocessing().sparse()).isTrue();
    }
  }

  @Test
  void featuresOfZerosAndOnesStayAsTheyAreByDefault() {
    List<Instance> instances = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      instances.add(
          new Instance.Example(
              Role.TRAIN,
              i,
              dense(10 + i, i % 5 == 0 ? 1 : 0, i % 5 / 4.0),
              new Target.ClassName(i % 2 == 0 ? "a" : "b")));
    }
    double[][] x = prepare(instances, new Scaling.Auto(), Storage.AUTO, LINEAR).x;
    double deviation = Math.sqrt((40 * 40 - 1) / 12.0);
    for (int i = 0; i < 40; i++) {
      assertThat(x[i][0]).isCloseTo((i - 19.5) / deviation, within(1e-6));
      assertThat(x[i][1]).isEqualTo(i % 5 == 0 ? 1 : 0);
      assertThat(x[i][2]).isCloseTo((i % 5 - 2) / Math.sqrt(2), within(1e-6));
    }
  }

  @Test
  void theOnlyFeatureIsScaledToo() {
    List<Instance> instances = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      instances.add(
          new Instance.Example(
              Role.TRAIN, i, dense(100 * (i % 2)), new Target.ClassName(i % 2 == 0 ? "a" : "b")));
    }
    double[][] x = prepare(instances, new Scaling.Standard(), Storage.AUTO, LINEAR).x;
    assertThat(x[0][0]).isCloseTo(-1, within(1e-6));
    assertThat(x[1][0]).isCloseTo(1, within(1e-6));
  }

  @Test
  void scalingsThatFillRowsUpAreRefusedForSparseStorage() {
    List<Instance> records = new Records(6, true, 3, 43).of(Role.TRAIN, ROWS);
    for (Scaling scaling : List.of(new Scaling.MinMax(), new Scaling.Standard())) {
      assertThatThrownBy(() -> prepare(records, scaling, Storage.SPARSE, new Gaussian(1)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("found sparse ones; allowed for these: none, divide");
    }
  }

  @Test
  void automaticStorageIsSparseForWideRowsThatAreMostlyZero() {
    assertThat(automaticallySparse(1025, 3)).isTrue();
    assertThat(automaticallySparse(1024, 3)).isFalse();
    assertThat(automaticallySparse(1100, 200)).isFalse();
  }

  private static boolean automaticallySparse(int width, int nonZeros) {
    List<Instance> instances = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      int[] indices =
          IntStream.concat(IntStream.range(0, nonZeros - 1), IntStream.of(width - 1)).toArray();
      double[] values = IntStream.range(0, nonZeros).mapToDouble(j -> j + 1).toArray();
      instances.add(example(i, new Features.Sparse(indices, values), i % 2 == 0 ? "a" : "b"));
    }
    return prepare(instances, new Scaling.None(), Storage.AUTO, LINEAR)
        .prepared
        .preprocessing()
        .sparse();
  }

  @Test
  void constantFeaturesBecomeZeroWithoutTrouble() {
    for (Scaling scaling : List.of(new Scaling.MinMax(), new Scaling.Standard())) {
      List<Instance> instances = new ArrayList<>();
      for (int i = 0; i < 9; i++) {
        instances.add(example(i, dense(0.1, i, 1e9), i % 2 == 0 ? "a" : "b"));
      }
      for (double[] row : prepare(instances, scaling, Storage.AUTO, LINEAR).x) {
        assertThat(row[0]).isZero();
        assertThat(row[1]).isFinite();
        assertThat(row[2]).isZero();
      }
    }
  }

  @Test
  void dataFarFromTheOriginAreStandardisedLikeThoseNear() {
    Records records = new Records(4, false, 3, 44);
    List<Instance> near = records.of(Role.TRAIN, ROWS);
    List<Instance> far = new ArrayList<>();
    for (Instance instance : near) {
      double[] x = records.values(Role.TRAIN, instance.position());
      Target target = ((Instance.Example) instance).target();
      far.add(
          new Instance.Example(
              Role.TRAIN,
              instance.position(),
              new Features.Dense(Arrays.stream(x).map(v -> v + 1e9).toArray()),
              target));
    }
    Result expected = prepare(near, new Scaling.Standard(), Storage.AUTO, new Gaussian(1));
    Result found = prepare(far, new Scaling.Standard(), Storage.AUTO, new Gaussian(1));
    for (int i = 0; i < ROWS; i++) {
      // The mean of numbers near 1e9 is known to 1e-7.
      Close.assertClose(found.x[i], expected.x[i], 1e-6);
    }
  }

  @Test
  void numericClassesAreOrderedByValueOthersByText() {
    assertThat(classes("10", "2", "1")).containsExactly("1", "2", "10");
    assertThat(classes("1.5", "-1", "1e1", "1")).containsExactly("-1", "1", "1.5", "1e1");
    assertThat(classes("10", "2", "x")).containsExactly("10", "2", "x");
  }

  private static List<String> classes(String... names) {
    List<Instance> instances = new ArrayList<>();
    for (int i = 0; i < 3 * names.length; i++) {
      instances.add(example(i, dense(i), names[i % names.length]));
    }
    Result result = prepare(instances, new Scaling.None(), Storage.AUTO, LINEAR);
    List<String> sorted = ((Outputs.Classes) result.prepared.outputs()).names();
    for (int i = 0; i < instances.size(); i++) {
      int label = sorted.indexOf(names[i % names.length]);
      double[] y = result.y[i];
      for (int j = 0; j < y.length; j++) {
        boolean own = y.length == 1 ? label == 1 : label == j;
        assertThat(y[j]).isEqualTo(own ? 1 : -1);
      }
    }
    return sorted;
  }

  @Test
  void regressionTargetsAreScaledAndCentredIfAskedFor() {
    List<Instance> instances = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      instances.add(
          new Instance.Example(
              Role.TRAIN, i, dense(i), new Target.Values(new double[] {i, 10 * i + 1})));
    }
    Result centred = prepare(instances, new Scaling.None(), Storage.AUTO, LINEAR);
    assertThat(((Outputs.Targets) centred.prepared.outputs()).means()).containsExactly(2, 21);
    double root = Math.sqrt(2); // the standard deviation of 0, 1, 2, 3, 4
    assertThat(((Outputs.Targets) centred.prepared.outputs()).scales())
        .containsExactly(root, 10 * root);
    assertThat(centred.y[4]).containsExactly(2 / root, 20 / (10 * root));

    Preparation plain =
        new Preparation(
            spec(LINEAR)
                .preprocessing(
                    new PreprocessingOptions(
                        new Scaling.None(),
                        Storage.AUTO,
                        null,
                        OptionalInt.empty(),
                        false,
                        List.of(),
                        null))
                .build());
    Result uncentred = prepare(instances, plain);
    assertThat(((Outputs.Targets) uncentred.prepared.outputs()).means()).containsExactly(0, 0);
    double[] scales = ((Outputs.Targets) uncentred.prepared.outputs()).scales();
    assertThat(scales[0]).isEqualTo(Math.sqrt(6)); // the mean square of 0, 1, 2, 3, 4
    assertThat(uncentred.y[4]).containsExactly(4 / scales[0], 41 / scales[1]);
  }

  @Test
  void countsRowsAndPassesBadRecordsOn() {
    Records records = new Records(3, false, 2, 45);
    List<Instance> instances = new ArrayList<>(records.of(Role.TRAIN, 20));
    instances.addAll(records.of(Role.VALIDATION, 7));
    instances.addAll(records.of(Role.TEST, 5));
    Instance.Bad bad = new Instance.Bad(Role.TRAIN, 20, "line 21", "not a number", "x");
    instances.add(bad);
    Prepared prepared =
        prepare(instances, new Scaling.None(), Storage.AUTO, new Gaussian(1)).prepared;
    assertThat(prepared.rows()).isEqualTo(20);
    assertThat(prepared.shardRows()).hasSize(3);
    assertThat(prepared.validationRows()).isEqualTo(7);
    assertThat(prepared.testRows()).isEqualTo(5);
    assertThat(prepared.bad()).containsExactly(bad);
  }

  @Test
  void theFingerprintIsThatOfTheTrainingDataAlone() {
    Records records = new Records(3, false, 2, 46);
    List<Instance> train = records.of(Role.TRAIN, 20);
    List<Instance> more = new ArrayList<>(train);
    more.addAll(records.of(Role.TEST, 5));
    String fingerprint = fingerprint(train, 3);
    assertThat(fingerprint).matches("[0-9a-f]{16}");
    assertThat(fingerprint(more, 3)).isEqualTo(fingerprint);
    assertThat(fingerprint(train, 1)).isEqualTo(fingerprint);
    assertThat(fingerprint(train.subList(0, 19), 3)).isNotEqualTo(fingerprint);
    assertThat(fingerprint(new Records(3, false, 2, 47).of(Role.TRAIN, 20), 3))
        .isNotEqualTo(fingerprint);
  }

  private static String fingerprint(List<Instance> instances, int workers) {
    try (LocalWorkers local = Shards.local(instances, new Placement(5, workers), BACKEND)) {
      return preparation(new Scaling.None(), Storage.AUTO, LINEAR).run(local).dataFingerprint();
    }
  }

  @Test
  void medianSigmaIsTheMedianPairwiseDistance() {
    Records records = new Records(3, false, 2, 48);
    List<Instance> instances = records.of(Role.TRAIN, 53);
    List<Double> euclidean = new ArrayList<>();
    List<Double> absolute = new ArrayList<>();
    for (int i = 0; i < 53; i++) {
      for (int j = 0; j < i; j++) {
        double[] a = records.values(Role.TRAIN, i);
        double[] b = records.values(Role.TRAIN, j);
        euclidean.add(
            Math.sqrt(IntStream.range(0, 3).mapToDouble(f -> Math.pow(a[f] - b[f], 2)).sum()));
        absolute.add(IntStream.range(0, 3).mapToDouble(f -> Math.abs(a[f] - b[f])).sum());
      }
    }
    assertThat(sigma(instances, new Gaussian(99))).isCloseTo(median(euclidean), within(1e-6));
    assertThat(sigma(instances, new Laplacian(99))).isCloseTo(median(absolute), within(1e-6));
  }

  @Test
  void medianSigmaNeedsRowsThatDiffer() {
    List<Instance> instances =
        List.of(example(0, dense(1), "a"), example(1, dense(1), "b"), example(2, dense(1), "b"));
    assertThatThrownBy(() -> sigma(instances, new Gaussian(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "sigma: median needs rows that differ, found a median distance of 0.0 between 3"
                + " training rows; what helps: features that vary, or a number as sigma");
  }

  private static double sigma(List<Instance> instances, Kernel kernel) {
    Preparation preparation = new Preparation(spec(kernel).medianSigma(true).build());
    Kernel found = prepare(instances, preparation).prepared.kernel();
    return found instanceof Gaussian gaussian ? gaussian.sigma() : ((Laplacian) found).sigma();
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().toList().get(values.size() / 2);
  }

  @Test
  void anUnknownClassNamesItselfAndItsPosition() {
    List<Instance> instances = new ArrayList<>(new Records(3, false, 2, 49).of(Role.TRAIN, 20));
    Instance other =
        new Instance.Example(Role.VALIDATION, 17, dense(1, 2, 3), new Target.ClassName("z"));
    instances.add(other);
    assertRefused(instances, Role.VALIDATION, 17, "found class \"z\", training has only [a, b]");
  }

  @Test
  void testRowsOfUnknownClassesAreMisclassified() {
    List<Instance> instances = new ArrayList<>(new Records(3, false, 2, 49).of(Role.TRAIN, 20));
    for (String name : List.of("z", "y", "z")) {
      instances.add(
          new Instance.Example(
              Role.TEST, instances.size(), dense(1, 2, 3), new Target.ClassName(name)));
    }
    Preparation preparation = preparation(new Scaling.None(), Storage.AUTO, new Gaussian(1));
    assertThatThrownBy(() -> prepare(instances, preparation))
        .isInstanceOf(RefusedException.class)
        .hasMessage(
            "found test rows of the classes [y, z] alone, which no training row has; what helps:"
                + " another label column, or the same names of classes");
    instances.add(new Instance.Example(Role.TEST, 23, dense(1, 2, 3), new Target.ClassName("a")));
    assertThat(prepare(instances, preparation).prepared.testRows()).isEqualTo(4);
    assertThat(preparation.notices())
        .contains(
            "3 of 4 test rows have classes that no training row has, [y, z]: they count as"
                + " misclassified");
    try (LocalWorkers workers = Shards.local(instances, new Placement(5, 2), BACKEND)) {
      Trained trained = new Training(spec(new Gaussian(1)).build()).run(workers);
      HeldOutQuality quality = Objects.requireNonNull(trained.heldOut());
      assertThat(quality.rows()).isEqualTo(4);
      assertThat(Objects.requireNonNull(quality.classification()).error())
          .isGreaterThanOrEqualTo(0.75);
      TrainedModel model = trained.model();
      assertThat(model.provenance().curve().get(0).testError()).isGreaterThanOrEqualTo(0.75);
      assertThat(((Outputs.Classes) model.outputs()).names()).containsExactly("a", "b");
    }
  }

  @Test
  void classesThatAreTheSameNumberAreOne() {
    List<Instance> instances = new ArrayList<>();
    for (String name : List.of("-1.0", "1.0", "1.00", "-1.0")) {
      instances.add(example(instances.size(), dense(instances.size()), name));
    }
    for (String name : List.of("+1", "-1")) {
      instances.add(new Instance.Example(Role.TEST, 0, dense(1), new Target.ClassName(name)));
    }
    Preparation preparation =
        new Preparation(
            spec(new Gaussian(1)).classWeights(new ClassWeights.Given(Map.of("+1", 3.0))).build());
    Result result = prepare(instances, preparation);
    assertThat(((Outputs.Classes) result.prepared.outputs()).names())
        .containsExactly("-1.0", "1.0");
    assertThat(result.prepared.testRows()).isEqualTo(2);
  }

  @Test
  void aClassThatWouldHaveNoTrainingRowLeftKeepsItsRows() {
    List<Instance> instances = new ArrayList<>(new Records(3, false, 2, 53).of(Role.TRAIN, ROWS));
    for (int i = 0; i < 10; i++) {
      instances.add(example(ROWS + 2 * i, dense(1, 2, i), "rare" + i));
      instances.add(example(ROWS + 2 * i + 1, dense(1, 2, i), i % 2 == 0 ? "1" : "1.0"));
    }
    ValidationSplit split = new ValidationSplit(7, 0.5);
    List<Instance> drawn =
        instances.stream().filter(row -> split.apply(row).role() == Role.VALIDATION).toList();
    assertThat(drawn).anyMatch(PreparationTest::isRare);
    Prepared prepared = prepared(instances, heldOut(0.5));
    assertThat(((Outputs.Classes) prepared.outputs()).names())
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(
                    Stream.of("a", "b", "1"), IntStream.range(0, 10).mapToObj(i -> "rare" + i))
                .toList());
    long held = drawn.stream().filter(row -> !isRare(row)).count();
    assertThat(prepared.validationRows()).isEqualTo(held);
    assertThat(prepared.rows()).isEqualTo(instances.size() - held);
  }

  private static boolean isRare(Instance row) {
    return ((Target.ClassName) ((Instance.Example) row).target()).name().startsWith("rare");
  }

  @Test
  void rowsOfNumbersAreHeldOutByChance() {
    List<Instance> instances = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      instances.add(
          new Instance.Example(Role.TRAIN, i, dense(i), new Target.Values(new double[] {i})));
    }
    Prepared prepared = prepared(instances, heldOut(0.25));
    ValidationSplit split = new ValidationSplit(7, 0.25);
    long held =
        instances.stream().filter(row -> split.apply(row).role() == Role.VALIDATION).count();
    assertThat(held).isBetween(25L, 75L);
    assertThat(prepared.validationRows()).isEqualTo(held);
    assertThat(prepared.rows()).isEqualTo(200 - held);
  }

  @Test
  void anotherNumberOfFeaturesNamesItsPosition() {
    List<Instance> train = new Records(3, false, 2, 50).of(Role.TRAIN, 20);
    List<Instance> test = new ArrayList<>(train);
    test.add(new Instance.Example(Role.TEST, 4, dense(1, 2), new Target.ClassName("a")));
    assertRefused(test, Role.TEST, 4, "found 2 features, the model was trained on 3");

    List<Instance> ragged = new ArrayList<>(train);
    ragged.add(example(20, dense(1, 2), "a"));
    assertRefused(ragged, Role.TRAIN, 20, "found 2 features, the model was trained on 3");

    List<Instance> wide = new ArrayList<>(train);
    wide.add(new Instance.Example(Role.TEST, 5, sparse(3), new Target.ClassName("a")));
    assertRefused(
        wide,
        Role.TEST,
        5,
        "found 4 features, the model was trained on 3; fewer are allowed, and as many if the format"
            + " of the training data has features: 4");
  }

  @ParameterizedTest
  @CsvSource({"SPARSE, , 9", "DENSE, , 9", "SPARSE, 12, 12", "DENSE, 12, 12"})
  void sparseRowsHaveAsManyFeaturesAsTheWidestHeldOutOneOrAsIsSaid(
      Storage storage, Integer features, int expected) {
    List<Instance> instances = new ArrayList<>(new Records(6, true, 2, 52).of(Role.TRAIN, ROWS));
    instances.add(new Instance.Example(Role.VALIDATION, 0, sparse(8), new Target.ClassName("a")));
    Preparation preparation = preparation(new Scaling.None(), storage, LINEAR, features);
    Result result = prepare(instances, preparation);
    assertThat(result.prepared.features()).isEqualTo(expected);
    assertThat(result.x).hasDimensions(ROWS, expected);
  }

  @Test
  void fewerFeaturesThanATrainingRowHasAreRefused() {
    List<Instance> instances = List.of(example(0, sparse(1), "a"), example(1, sparse(6), "b"));
    assertThatThrownBy(
            () -> prepare(instances, preparation(new Scaling.None(), Storage.AUTO, LINEAR, 6)))
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith("found 7 features, the model was trained on 6; fewer are allowed");
  }

  private static Features sparse(int index) {
    return new Features.Sparse(new int[] {index}, new double[] {1});
  }

  @Test
  void aRowWithoutAUsableTargetNamesItsPosition() {
    List<Instance> instances = new ArrayList<>(new Records(3, false, 2, 51).of(Role.TRAIN, 20));
    instances.add(new Instance.Example(Role.TRAIN, 20, dense(1, 2, 3), null));
    assertRefused(instances, Role.TRAIN, 20, "found no usable target");
    instances.set(20, new Instance.Example(Role.TEST, 0, dense(1, 2, 3), null));
    assertRefused(instances, Role.TEST, 0, "found no usable target");
  }

  private static void assertRefused(
      List<Instance> instances, Role role, long position, String problem) {
    for (Kernel kernel : List.of(new Linear(), new Gaussian(1))) {
      assertThatThrownBy(() -> prepare(instances, new Scaling.None(), Storage.AUTO, kernel))
          .isInstanceOfSatisfying(
              DataException.class,
              e -> {
                assertThat(e.role()).isEqualTo(role);
                assertThat(e.position()).isEqualTo(position);
              })
          .hasMessage(problem);
    }
  }

  @Test
  void noRowsNoFeaturesOrASingleClassAreRefused() {
    assertThatThrownBy(
            () ->
                prepare(
                    List.of(new Instance.Bad(Role.TRAIN, 0, "line 1", "broken", "?")),
                    new Scaling.None(),
                    Storage.AUTO,
                    LINEAR))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the training data have no usable row");
    assertThatThrownBy(
            () ->
                prepare(
                    List.of(example(0, dense(), "a"), example(1, dense(), "b")),
                    new Scaling.None(),
                    Storage.AUTO,
                    LINEAR))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the training rows have no features");
    assertThatThrownBy(
            () ->
                prepare(
                    List.of(example(0, dense(1), "a"), example(1, dense(2), "a")),
                    new Scaling.None(),
                    Storage.AUTO,
                    LINEAR))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("found the classes [a], at least 2 are needed");
  }

  private static Features dense(double... values) {
    return new Features.Dense(values);
  }

  private static Instance example(long position, Features features, String name) {
    return new Instance.Example(Role.TRAIN, position, features, new Target.ClassName(name));
  }

  private static TrainingBuilder spec(Kernel kernel) {
    return TrainingSpec.of(kernel).precision(Precision.DOUBLE).seed(7);
  }

  private static Preparation preparation(Scaling scaling, Storage storage, Kernel kernel) {
    return preparation(scaling, storage, kernel, null);
  }

  private static Preparation preparation(
      Scaling scaling, Storage storage, Kernel kernel, @Nullable Integer features) {
    OptionalInt width = features == null ? OptionalInt.empty() : OptionalInt.of(features);
    return new Preparation(
        spec(kernel)
            .preprocessing(
                new PreprocessingOptions(scaling, storage, null, width, true, List.of(), null))
            .build());
  }

  private static Preparation heldOut(double fraction) {
    return new Preparation(spec(LINEAR).validationFraction(OptionalDouble.of(fraction)).build());
  }

  private static Prepared prepared(List<Instance> instances, Preparation preparation) {
    try (LocalWorkers workers = Shards.local(instances, new Placement(5, 3), BACKEND)) {
      return preparation.run(workers);
    }
  }

  private static Result prepare(
      List<Instance> instances, Scaling scaling, Storage storage, Kernel kernel) {
    return prepare(instances, preparation(scaling, storage, kernel));
  }

  private static Result prepare(List<Instance> instances, Preparation preparation) {
    try (LocalWorkers workers = Shards.local(instances, new Placement(5, 3), BACKEND)) {
      Prepared prepared = preparation.run(workers);
      double[][] x = new double[prepared.rows()][];
      double[][] y = new double[prepared.rows()][];
      for (Sample sample : workers.gather(worker -> worker.get(ShardState.TRAIN))) {
        for (int i = 0; i < sample.count(); i++) {
          int position = (int) sample.positions()[i];
          x[position] = sample.x().row(i);
          y[position] = sample.y().row(i);
        }
      }
      return new Result(prepared, x, y);
    }
  }
}
