package org.filbert.estimators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.Row;
import org.apache.flink.util.CollectionUtil;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Kernels, systems and solvers by name, with options of their own. */
class KernelRidgeChoicesTest {
  @RegisterExtension
  static final MiniClusterExtension FLINK =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(2)
              .build());

  @TempDir static Path directory;

  private static LetterTables tables;

  /** A change of the classifier. */
  private interface Choice extends UnaryOperator<KernelRidgeClassifier> {}

  @BeforeAll
  static void read() {
    tables = LetterTables.of(600, 200);
  }

  private KernelRidgeClassifier classifier() {
    return new KernelRidgeClassifier()
        .setIdCol("id")
        .setSigma(4)
        .setRidge(0.1)
        .setBlockSize(150)
        .setEpochs(3)
        .setModelDirectory(directory.resolve("models").toString());
  }

  private static Named<Choice> choice(String name, Choice choice) {
    return Named.of(name, choice);
  }

  /** Each kind of choice: a kernel, its options, a system, a solver, a loss, a penalty. */
  static Stream<Named<Choice>> choices() {
    return Stream.of(
        choice("laplacian", fit -> fit.setKernel("laplacian").setSigma(15)),
        choice(
            "gaussian by its gamma",
            fit ->
                new KernelRidgeClassifier()
                    .setIdCol("id")
                    .setKernelOptions("gamma=0.03")
                    .setModelDirectory(fit.getModelDirectory())),
        choice(
            "polynomial",
            fit -> fit.setKernel("polynomial").setKernelOptions("degree=3", "gamma=0.01")),
        choice(
            "nystrom",
            fit ->
                fit.setSystem("nystrom")
                    .setSystemOptions("landmarks=200", "sampling=pivoted", "order = random")
                    .setBlockSize(50)),
        choice(
            "random features",
            fit ->
                fit.setSystem("random-features")
                    .setSystemOptions("features=400", "form=cosine-sine")
                    .setBlockSize(100)),
        choice(
            "logistic loss by Newton's method",
            fit ->
                fit.setSystem("random-features")
                    .setSystemOptions("features=400", "form=cosine-sine")
                    .setLoss("logistic")
                    .setSolver("newton-cg")),
        choice(
            "sparse weights",
            fit ->
                fit.setKernel("laplacian")
                    .setSigma(15)
                    .setSystem("random-binning")
                    .setSystemOptions("grids=100")
                    .setLoss("squared-hinge")
                    .setPenalty("l1")
                    .setEpochs(20)),
        choice("another solver", fit -> fit.setSolver("steepest-descent").setEpochs(10)));
  }

  /** The other kernels, maps and options, each in a place that {@link #choices} has. */
  static Stream<Named<Choice>> otherChoices() {
    return Stream.of(
        choice("exponential", fit -> fit.setKernel("exponential")),
        choice("cauchy", fit -> fit.setKernel("cauchy")),
        choice("matern", fit -> fit.setKernel("matern").setKernelOptions("nu=1.5")),
        choice("a learned metric", fit -> fit.setKernelOptions("metric=diagonal")),
        choice("linear", fit -> fit.setKernel("linear").setBlockSize(600)),
        choice(
            "hashing",
            fit ->
                fit.setKernel("linear")
                    .setSystem("random-features")
                    .setSystemOptions("features=200", "map=hashing")
                    .setBlockSize(100)),
        choice(
            "TensorSketch",
            fit ->
                fit.setKernel("polynomial")
                    .setKernelOptions("degree=3", "gamma=0.01")
                    .setSystem("random-features")
                    .setSystemOptions("features=400", "map=tensor-sketch")
                    .setBlockSize(200)),
        choice(
            "plain block coordinate descent",
            fit ->
                fit.setSystem("nystrom")
                    .setSystemOptions("landmarks=200")
                    .setSolverOptions("directions=0", "tolerance=1e-3")
                    .setBlockSize(50)));
  }

  @ParameterizedTest
  @MethodSource("choices")
  void learns(Choice choice) {
    assertLearns(choice);
  }

  @ParameterizedTest
  @MethodSource("otherChoices")
  @Tag("ci")
  void learnsWithOtherChoices(Choice choice) {
    assertLearns(choice);
  }

  private void assertLearns(Choice choice) {
    KernelRidgeClassifierModel model = choice.apply(classifier()).fit(tables.train());
    List<Row> rows =
        CollectionUtil.iteratorToList(model.transform(tables.test())[0].execute().collect());
    assertThat(rows).hasSize(200);
    assertThat(rows.stream().filter(row -> is(row, "label", row.getField("prediction"))).count())
        .isGreaterThan(80);
  }

  private static boolean is(Row row, String field, Object value) {
    return row.getField(field).equals(value);
  }

  static Stream<Arguments> refused() {
    return Stream.of(
        refusal("kernel matern needs nu", fit -> fit.setKernel("matern")),
        refusal(
            "nu is 2.0, must be one of 0.5, 1.5, 2.5",
            fit -> fit.setKernel("matern").setKernelOptions("nu=2")),
        refusal("kernel polynomial needs degree", fit -> fit.setKernel("polynomial")),
        refusal(
            "kernel gaussian has no nu, allowed are sigma, gamma, metric",
            fit -> fit.setKernelOptions("nu=1.5")),
        refusal(
            "an option of gaussian is \"sigma=2\", sigma is a parameter of its own",
            fit -> fit.setKernelOptions("sigma=2")),
        refusal(
            "gamma and sigma are both given, must be exactly one of them",
            fit -> fit.setKernelOptions("gamma=0.03")),
        refusal(
            "an option of gaussian is \"nu\", must be key=value",
            fit -> fit.setKernelOptions("nu")),
        refusal("system nystrom needs landmarks", fit -> fit.setSystem("nystrom")),
        refusal(
            "system nystrom: landmarks is \"many\", must be a number",
            fit -> fit.setSystem("nystrom").setSystemOptions("landmarks=many")),
        refusal(
            "an option of nystrom is \"landmarks=300\", landmarks was given before",
            fit -> fit.setSystem("nystrom").setSystemOptions("landmarks=200", "landmarks=300")),
        refusal(
            "system nystrom: sampling is \"leverage\", allowed are uniform, pivoted",
            fit -> fit.setSystem("nystrom").setSystemOptions("landmarks=200", "sampling=leverage")),
        refusal(
            "solver.blockSize is 150, must be at most the number of landmarks, 100",
            fit -> fit.setSystem("nystrom").setSystemOptions("landmarks=100")),
        refusal(
            "landmarks is 700, must be at most the number of training rows 600",
            fit -> fit.setSystem("nystrom").setSystemOptions("landmarks=700")),
        refusal(
            "system full-kernel has no landmarks", fit -> fit.setSystemOptions("landmarks=200")),
        refusal(
            "system.map is hashing, which needs kernel: {type: linear}",
            fit ->
                fit.setSystem("random-features").setSystemOptions("features=200", "map=hashing")),
        refusal(
            "system.map is fourier, the polynomial kernel needs tensor-sketch",
            fit ->
                fit.setKernel("polynomial")
                    .setKernelOptions("degree=3")
                    .setSystem("random-features")
                    .setSystemOptions("features=200")),
        refusal(
            "directions is -1, must be at least 0", fit -> fit.setSolverOptions("directions=-1")),
        refusal(
            "solver block-coordinate-descent has no speed", fit -> fit.setSolverOptions("speed=2")),
        refusal(
            "patience needs validation rows, found none",
            fit -> fit.setSolverOptions("patience=2")));
  }

  private static Arguments refusal(String message, Choice choice) {
    return Arguments.of(message, choice);
  }

  @ParameterizedTest
  @MethodSource("refused")
  void namesWhatDoesNotFit(String message, Choice choice) {
    KernelRidgeClassifier classifier = choice.apply(classifier());
    assertThatThrownBy(() -> classifier.fit(tables.train()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }
}
