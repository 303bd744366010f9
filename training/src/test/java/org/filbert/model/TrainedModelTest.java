package org.filbert.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.filbert.data.Features;
import org.filbert.data.Outputs;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.Linear;
import org.filbert.kernel.Samples;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.testing.Close;
import org.filbert.testing.ReferenceSystem;
import org.filbert.train.TrainingSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Raw records in, scores out, against K(test, train)·α by definition. */
class TrainedModelTest {
  private static final Backend BACKEND = Backends.choose("auto", "plain");
  private static final int D = 5;
  private static final double[][] CENTRES = Samples.values(13, D, Precision.SINGLE, 1);
  private static final double[][] TEST = Samples.values(7, D, Precision.SINGLE, 2);
  private static final double[][] ALPHA = Samples.values(13, 3, Precision.DOUBLE, 3);

  static Stream<Kernel> kernels() {
    return Samples.kernels();
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void scoresAreTheKernelExpansion(Kernel kernel) {
    double[][] expected =
        ReferenceSystem.multiply(ReferenceSystem.kernelMatrix(kernel, TEST, CENTRES), ALPHA);
    for (boolean sparse : new boolean[] {false, true}) {
      for (Precision precision : Precision.values()) {
        TrainedModel model =
            model(
                kernel,
                new Preprocessing(D, sparse, precision, new double[0], new double[0]),
                new Outputs.Classes(List.of("a", "b", "c")));
        for (boolean written : new boolean[] {false, true}) {
          Matrix scores = model.scores(records(TEST, written), BACKEND);
          double tolerance = precision == Precision.SINGLE ? 1e-4 : 1e-10;
          for (int i = 0; i < TEST.length; i++) {
            Close.assertClose(scores.row(i), expected[i], tolerance);
          }
        }
      }
    }
  }

  @Test
  void recordsArePreprocessedAndMeansComeBack() {
    double[] offset = {1, 2, 3, 4, 5};
    double[] scale = {0.5};
    double[][] moved = new double[TEST.length][D];
    for (int i = 0; i < TEST.length; i++) {
      int row = i;
      Arrays.setAll(moved[i], j -> (TEST[row][j] - offset[j]) / 2);
    }
    TrainedModel model =
        model(
            new Linear(),
            new Preprocessing(D, false, Precision.DOUBLE, offset, scale),
            new Outputs.Targets(new double[] {100, 200, 300}));
    double[][] expected =
        ReferenceSystem.multiply(ReferenceSystem.kernelMatrix(new Linear(), moved, CENTRES), ALPHA);
    Matrix scores = model.scores(records(TEST, false), BACKEND);
    for (int i = 0; i < TEST.length; i++) {
      for (int j = 0; j < 3; j++) {
        assertThat(scores.get(i, j)).isCloseTo(expected[i][j] + 100 * (j + 1), within(1e-10));
      }
    }
  }

  @Test
  void noRecordsGiveNoScores() {
    TrainedModel model = model(new Gaussian(1), identity(), threeClasses());
    assertThat(model.scores(List.of(), BACKEND).rows()).isZero();
  }

  @Test
  void anotherNumberOfFeaturesIsRefused() {
    TrainedModel model = model(new Gaussian(1), identity(), threeClasses());
    for (int width : new int[] {4, 6}) {
      assertThatThrownBy(
              () -> model.scores(List.of(new Features.Dense(new double[width])), BACKEND))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("found " + width + " features, the model was trained on 5");
    }
    Features narrow = new Features.Sparse(new int[] {1}, new double[] {1});
    assertThat(model.scores(List.of(narrow), BACKEND).rows()).isEqualTo(1);
    Features wide = new Features.Sparse(new int[] {5}, new double[] {1});
    assertThatThrownBy(() -> model.scores(List.of(wide), BACKEND))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "found 6 features, the model was trained on 5; fewer are allowed, and as many if the"
                + " format of the training data has features: 6");
  }

  @Test
  void partsThatDoNotFitTogetherAreRefused() {
    assertThatThrownBy(
            () -> model(new Gaussian(1), identity(), new Outputs.Targets(new double[] {1})))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("3 columns")
        .hasMessageContaining("outputs of 1 columns");
    assertThatThrownBy(
            () ->
                new KernelExpansion(
                    new Gaussian(1),
                    Samples.dense(Precision.DOUBLE, D, CENTRES),
                    Matrix.zeros(Precision.DOUBLE, 12, 3)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("13 centres, but coefficients of 12");
    assertThatThrownBy(
            () -> new Preprocessing(D, false, Precision.DOUBLE, new double[4], new double[0]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("4 offsets and 0 scales for 5 features");
    assertThatThrownBy(
            () -> new Preprocessing(D, true, Precision.DOUBLE, new double[5], new double[0]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("sparse rows cannot be moved by an offset");
  }

  private static Preprocessing identity() {
    return new Preprocessing(D, false, Precision.DOUBLE, new double[0], new double[0]);
  }

  private static Outputs threeClasses() {
    return new Outputs.Classes(List.of("a", "b", "c"));
  }

  private static TrainedModel model(Kernel kernel, Preprocessing preprocessing, Outputs outputs) {
    Precision precision = preprocessing.precision();
    double[] alpha = Arrays.stream(ALPHA).flatMapToDouble(Arrays::stream).toArray();
    return new TrainedModel(
        preprocessing,
        outputs,
        new KernelExpansion(
            kernel,
            Samples.rows(preprocessing.sparse(), precision, D, CENTRES),
            Matrix.of(Precision.DOUBLE, CENTRES.length, 3, alpha)),
        new Provenance("", "", 0, new TreeMap<>(), List.of()));
  }

  private static List<Features> records(double[][] rows, boolean sparse) {
    List<Features> records = new ArrayList<>();
    for (double[] row : rows) {
      int[] indices = IntStream.range(0, D).filter(j -> row[j] != 0).toArray();
      records.add(
          sparse
              ? new Features.Sparse(
                  indices, IntStream.of(indices).mapToDouble(j -> row[j]).toArray())
              : new Features.Dense(row));
    }
    return records;
  }

  @Test
  void aScoreThatIsNoNumberIsAnError() {
    TrainedModel model = TrainingSpec.of(new Linear()).train(new double[][] {{1}, {2}}, 1, 2);
    assertThatThrownBy(() -> model.predictValue(1e300))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("record 0 has the score")
        .hasMessageContaining("feature 1");
  }
}
