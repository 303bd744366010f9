package org.filbert.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.filbert.data.Features;
import org.filbert.data.Outputs;
import org.filbert.kernel.Matern;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Precision;
import org.filbert.model.LearnedMetric;
import org.filbert.model.TrainedModel;
import org.filbert.table.ValueType;
import org.junit.jupiter.api.Test;

/**
 * Models of every format version must always load and give the scores recorded here. The files
 * under {@code golden/} are never overwritten. A new format version gets a new directory.
 */
class GoldenFileTest {
  private static final Path GOLDEN = Path.of("src/test/resources/golden/v1");

  private static ModelStore open(Path root) throws IOException {
    return ModelStore.open(new org.apache.flink.core.fs.Path(root.toAbsolutePath().toUri()));
  }

  /**
   * Wrote the files of format version 1. Run it in the module's directory; its argument is an empty
   * directory for the files.
   */
  public static void main(String[] arguments) throws IOException {
    ModelStore store = open(Path.of(arguments[0]));
    Instant noon = Instant.parse("2026-03-01T12:00:00Z");
    Map<String, TrainedModel> models =
        Map.ofEntries(
            Map.entry("dense-classes", Models.gaussian()),
            Map.entry("sparse-targets", sparseRegression()),
            Map.entry("doubly-stochastic", Models.doublyStochastic()),
            Map.entry("joined-features", Models.joined()),
            Map.entry("additive-features", Models.additive()),
            Map.entry("learned-metric", Models.learnedMetric()),
            Map.entry("metric-importances", Models.importances()),
            Map.entry("random-bins", Models.randomBins()),
            Map.entry("text-targets", Models.text()),
            Map.entry("hashed-text-targets", Models.hashedText()),
            Map.entry("tensor-sketch", Models.sketch()),
            Map.entry("typed-table", Models.table(ValueType.NUMBER, ValueType.DAY)),
            Map.entry("sigmoid", Models.withSigmoid()),
            Map.entry("softmax", Models.withSoftmax()),
            Map.entry("normalised-sigmoids", Models.withNormalisedSigmoids()),
            Map.entry("intervals", Models.withIntervals()),
            Map.entry("log-targets", Models.withLogarithms()));
    for (Map.Entry<String, TrainedModel> model : models.entrySet()) {
      String name = model.getKey();
      ModelVersion version = store.publish(name, "golden-" + name, noon, model.getValue());
      List<Features> records =
          name.contains("text")
              ? Models.documents()
              : name.contains("table") ? Models.cells() : Models.inputs();
      System.out.println(version + " " + Arrays.toString(scores(model.getValue(), records)));
    }
  }

  private static TrainedModel sparseRegression() {
    return Models.of(
        new Matern(1.5, 0.8), Precision.DOUBLE, true, new Outputs.Targets(new double[] {21.5}));
  }

  private static double[] scores(TrainedModel model) {
    return scores(model, Models.inputs());
  }

  private static double[] scores(TrainedModel model, List<Features> records) {
    return model.scores(records, Backends.choose("java")).toArray();
  }

  /** The model of a file is the expected one, and gives the recorded scores. */
  private static void check(
      String name,
      TrainedModel expected,
      List<Features> records,
      double tolerance,
      double... recorded)
      throws IOException {
    ModelStore store = open(GOLDEN);
    TrainedModel model = store.load(store.latest(name));
    assertThat(Models.sameSurroundings(model, expected)).isTrue();
    assertThat(scores(model, records)).containsExactly(recorded, within(tolerance));
  }

  @Test
  void denseClasses() throws IOException {
    check(
        "dense-classes",
        Models.gaussian(),
        Models.inputs(),
        1e-5,
        0.672388613,
        0.489105672,
        -0.0946862176,
        0.322464824,
        0.117047809,
        0.182986304,
        0.276259482,
        0.768654168,
        -1.0097971);
  }

  @Test
  void sparseTargets() throws IOException {
    check(
        "sparse-targets",
        sparseRegression(),
        Models.inputs(),
        1e-5,
        21.5262572,
        21.4893511,
        21.8680048);
  }

  @Test
  void textTargets() throws IOException {
    check("text-targets", Models.text(), Models.documents(), 1e-5, 3.58809114, 5.64763573, 5.5);
  }

  @Test
  void hashedTextTargets() throws IOException {
    check("hashed-text-targets", Models.hashedText(), Models.documents(), 1e-9, -15, -9, 0);
  }

  @Test
  void table() throws IOException {
    check("table", Models.table(null, null), Models.cells(), 1e-12, 6.4, -1.6);
    check(
        "typed-table",
        Models.table(ValueType.NUMBER, ValueType.DAY),
        Models.cells(),
        1e-12,
        6.4,
        -1.6);
  }

  @Test
  void tensorSketch() throws IOException {
    check(
        "tensor-sketch",
        Models.sketch(),
        Models.inputs(),
        1e-8,
        48.78575546172629,
        -156.77525996642888,
        295.32470987496185,
        -1242.3134194819459,
        2.87659267289362,
        -0.8829403175814797);
  }

  @Test
  void doublyStochastic() throws IOException {
    check(
        "doubly-stochastic",
        Models.doublyStochastic(),
        Models.inputs(),
        1e-8,
        0.7464349870248865,
        -0.9922997213685162,
        0.2667899672857684,
        -0.7254712935815765,
        0.23241182356238507,
        0.20824078507852117,
        0.3045160750349123,
        0.9196211686012261,
        -1.4051240612085945);
  }

  @Test
  void importancesOfALearnedMetric() throws IOException {
    ModelStore store = open(GOLDEN);
    ModelVersion version = store.latest("metric-importances");
    TrainedModel model = store.load(version);
    assertThat(Models.sameSurroundings(model, Models.importances())).isTrue();
    assertThat(store.preprocessing(version)).isInstanceOf(LearnedMetric.class);
    assertThat(scores(model)).containsExactly(scores(Models.learnedMetric()), within(1e-12));
  }

  @Test
  void learnedMetric() throws IOException {
    check(
        "learned-metric",
        Models.learnedMetric(),
        Models.inputs(),
        1e-5,
        0.207593799,
        0.348152459,
        -0.448594332,
        0.0059349509,
        0.00238865917,
        -0.00227728812,
        0.18159233,
        0.646855414,
        -0.91163981);
  }

  @Test
  void additiveFeatures() throws IOException {
    check(
        "additive-features",
        Models.additive(),
        Models.inputs(),
        1e-12,
        -0.47293971314849903,
        -0.4832442875113217,
        0.5524454767196998,
        1.0683302575525597,
        0.532891942904885,
        0.21615831074441924,
        -0.9745197264939363,
        -0.2630388664006732,
        -1.4324452752863046);
  }

  @Test
  void joinedFeatures() throws IOException {
    check(
        "joined-features",
        Models.joined(),
        Models.inputs(),
        1e-12,
        -0.9935759692530324,
        -0.6336530647137617,
        0.20673999990687633,
        1.0075210569664759,
        0.6674681446748526,
        0.2615200228307287,
        0.1482440666646651,
        0.16115973399562297,
        -1.4840344728193564);
  }

  @Test
  void randomBins() throws IOException {
    check(
        "random-bins",
        Models.randomBins(),
        Models.inputs(),
        1e-12,
        1.1681760627136502,
        0.4946808839387716,
        0.19328708456482827,
        0.025474503444000977,
        0.7892588127744676,
        -0.7988404582419778,
        0.45207717728836677,
        0.3141593550686532,
        -0.5618225463768154);
  }

  @Test
  void calibrations() throws IOException {
    ModelStore store = open(GOLDEN);
    Map<String, TrainedModel> models =
        Map.of(
            "sigmoid", Models.withSigmoid(),
            "softmax", Models.withSoftmax(),
            "normalised-sigmoids", Models.withNormalisedSigmoids(),
            "intervals", Models.withIntervals(),
            "log-targets", Models.withLogarithms());
    for (Map.Entry<String, TrainedModel> model : models.entrySet()) {
      TrainedModel loaded = store.load(store.latest(model.getKey()));
      assertThat(Models.sameSurroundings(loaded, model.getValue())).as(model.getKey()).isTrue();
    }
    assertThat(store.load(store.latest("dense-classes")).calibration()).isNull();
    assertThat(store.load(store.latest("intervals")).requireIntervals().halfWidths(0.75))
        .containsExactly(1, 7);
  }
}
