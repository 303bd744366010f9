package org.filbert.store;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.esotericsoftware.kryo.io.Output;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.filbert.features.RandomBinning;
import org.filbert.kernel.Laplacian;
import org.filbert.linalg.Precision;
import org.filbert.model.Preprocessing;
import org.filbert.model.TrainedModel;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Malicious models with matching checksums. */
@Timeout(60)
class HostileStoreTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final int NULL = 0;
  private static final int NOT_NULL = 1;
  private static final int BY_NAME = 1;
  private static final int LIST = 20 + 2;
  private static final int INTEGER = 0 + 2;
  private static final int CLASSES = 72 + 2;
  private static final int TARGETS = 73 + 2;
  private static final int FOURIER = 96 + 2;
  private static final int SKETCH = 99 + 2;
  private static final int TEXT_PREPROCESSING = 65 + 2;
  private static final int BINNING = 104 + 2;
  private static final int LONGS = 12 + 2;

  private interface Attack {
    void on(ModelVersion version, Forgery forgery) throws IOException;
  }

  private record Hostile(TrainedModel model, Attack attack, String message) {}

  private static final Map<String, Hostile> HOSTILE =
      new TreeMap<>(
          Map.ofEntries(
              entry(
                  "overflowing-shape",
                  dense(
                      (version, forgery) ->
                          forgery.header(
                              version,
                              "alpha.matrix",
                              new PartHeader(PartHeader.MATRIX, 1, 1_073_807_362, 2_147_352_580),
                              96),
                      "alpha.matrix: found a matrix of 1073807362 x 2147352580 elements of 4 bytes"
                          + " in a file of 96 bytes")),
              entry(
                  "rows-without-columns",
                  dense(
                      (version, forgery) ->
                          forgery.header(
                              version,
                              "alpha.matrix",
                              new PartHeader(PartHeader.MATRIX, 2, Integer.MAX_VALUE, 0),
                              PartHeader.BYTES),
                      "9 centres, but coefficients of 2147483647")),
              entry(
                  "endless-class-name",
                  dense(
                      (version, forgery) ->
                          forgery.bytes(
                              version,
                              "kernel.kryo",
                              out -> {
                                ints(out, BY_NAME, 0);
                                out.writeBytes(new byte[] {-1, -1, -1, -1, -1, 127});
                              }),
                      "kernel.kryo: cannot read a org.filbert.kernel.Kernel: found a class by its"
                          + " name")),
              entry(
                  "targets-of-null",
                  dense(
                      (version, forgery) ->
                          forgery.bytes(version, "outputs.kryo", out -> ints(out, TARGETS, NULL)),
                      "outputs.kryo: cannot read a org.filbert.data.Outputs: found null in means"
                          + " of Targets")),
              entry(
                  "kernel-of-null",
                  dense(
                      (version, forgery) ->
                          forgery.bytes(version, "kernel.kryo", out -> ints(out, NULL)),
                      "kernel.kryo: found null, expected org.filbert.kernel.Kernel")),
              entry(
                  "kernel-of-null-in-a-map",
                  series(
                      (version, forgery) ->
                          forgery.bytes(
                              version, "map.kryo", out -> ints(out, FOURIER, NULL, 8, 12, 1, 1)),
                      "found null in kernel of RandomFourier")),
              entry(
                  "kernel-of-null-in-a-sketch",
                  sketch(
                      (version, forgery) ->
                          forgery.bytes(
                              version, "map.kryo", out -> ints(out, SKETCH, NULL, 8, 262, 84)),
                      "found null in kernel of TensorSketch")),
              entry(
                  "sketch-of-too-many-inputs",
                  sketch(
                      (version, forgery) ->
                          forgery.bytes(
                              version,
                              "map.kryo",
                              out -> {
                                ints(out, SKETCH, NOT_NULL, 6);
                                out.writeDouble(0.5);
                                out.writeDouble(1);
                                ints(out, -2, 262, 84);
                              }),
                      "TensorSketch of 2147483647 inputs, must be 1 to 131072")),
              entry(
                  "bins-that-end-behind-the-last-name",
                  bins(
                      (version, forgery) ->
                          forgery.object(
                              version,
                              "starts.kryo",
                              new int[] {0, 1_000_000, Models.randomBinNames().length}),
                      "the bins of grid 0 go from 0 to 1000000 of")),
              entry(
                  "bins-that-begin-before-the-first-name",
                  bins(
                      (version, forgery) ->
                          forgery.object(
                              version,
                              "starts.kryo",
                              new int[] {0, -1, Models.randomBinNames().length}),
                      "the bins of grid 0 go from 0 to -1 of")),
              entry(
                  "bins-of-more-grids",
                  bins(
                      (version, forgery) ->
                          forgery.object(
                              version,
                              "starts.kryo",
                              new int[] {0, 1, 2, Models.randomBinNames().length}),
                      "the bins of 3 grids, but a map of 2")),
              entry(
                  "bins-in-no-order",
                  bins(
                      (version, forgery) ->
                          forgery.object(
                              version, "names.kryo", new long[Models.randomBinNames().length]),
                      "the bins of grid 0 do not ascend")),
              entry(
                  "bins-without-weights",
                  bins(
                      (version, forgery) -> forgery.object(version, "names.kryo", new long[] {1}),
                      "1 bins, but weights of")),
              entry(
                  "names-of-null",
                  dense(
                      (version, forgery) ->
                          forgery.bytes(version, "outputs.kryo", out -> ints(out, CLASSES, NULL)),
                      "found null in names of Classes")),
              entry(
                  "a-name-of-null",
                  dense(
                      (version, forgery) ->
                          forgery.bytes(
                              version,
                              "outputs.kryo",
                              out -> ints(out, CLASSES, LIST, 3, NULL, NULL, NULL)),
                      "found null in names of Classes")),
              entry(
                  "names-that-are-numbers",
                  dense(
                      (version, forgery) ->
                          forgery.bytes(
                              version,
                              "outputs.kryo",
                              out ->
                                  ints(out, CLASSES, LIST, 3, INTEGER, 2, INTEGER, 4, INTEGER, 6)),
                      "found java.lang.Integer in names of Classes, expected a String")),
              entry(
                  "encoding-of-null",
                  dense(
                      (version, forgery) ->
                          forgery.bytes(
                              version,
                              "preprocessing.kryo",
                              out -> ints(out, TEXT_PREPROCESSING, NULL, 1, 1)),
                      "found null in encoding of TextPreprocessing")),
              entry(
                  "last-block",
                  series(
                      (version, forgery) ->
                          forgery.object(version, "blocks.kryo", new int[] {3, Integer.MAX_VALUE}),
                      "found block 2147483647 of 6 features")),
              entry(
                  "dense-centres-for-sparse-rows",
                  dense(
                      (version, forgery) ->
                          forgery.object(
                              version,
                              "preprocessing.kryo",
                              new Preprocessing(
                                  4, true, Precision.SINGLE, new double[0], new double[0])),
                      "parts that do not fit: a preprocessing to sparse rows for centres that are"
                          + " not")),
              entry(
                  "provenance-of-null",
                  dense(
                      (version, forgery) ->
                          forgery.part(version, "provenance.json", new byte[] {'n', 'u', 'l', 'l'}),
                      "provenance.json: found null, expected a Provenance")),
              entry(
                  "kernel-of-null-in-bins",
                  bins(
                      (version, forgery) ->
                          forgery.bytes(
                              version, "map.kryo", out -> ints(out, BINNING, NULL, 4, 8, 4, 84)),
                      "found null in kernel of RandomBinning")),
              entry(
                  "grids-without-end",
                  bins(
                      (version, forgery) ->
                          forgery.object(
                              version,
                              "map.kryo",
                              new RandomBinning(
                                  new Laplacian(4), 2, Models.FEATURES, Integer.MAX_VALUE, 42)),
                      "the bins of 2 grids, but a map of 2147483647")),
              entry(
                  "bins-of-more-inputs-than-there-are",
                  bins(
                      (version, forgery) ->
                          forgery.object(
                              version,
                              "map.kryo",
                              new RandomBinning(new Laplacian(4), 2, Integer.MAX_VALUE, 2, 42)),
                      "parts that do not fit")),
              entry(
                  "bins-without-names",
                  bins(
                      (version, forgery) -> forgery.object(version, "names.kryo", new long[0]),
                      "0 bins, but weights of " + Models.randomBinNames().length)),
              entry(
                  "names-of-bins-that-claim-more",
                  bins(
                      (version, forgery) ->
                          forgery.bytes(
                              version, "names.kryo", out -> ints(out, LONGS, Integer.MAX_VALUE, 1)),
                      "names.kryo: ")),
              entry("run-of-null", manifest("\"runId\" : \"run\"", "\"runId\" : null", "runId")),
              entry("kind-of-null", manifest("\"kernel-expansion\"", "null", "modelType")),
              entry("parts-of-null", manifest("\"parts\" : \\[", "\"parts\" : [ null,", "")),
              entry("name-of-null", manifest("\"name\" : \"[^\"]*\"", "\"name\" : null", "name")),
              entry(
                  "sizes-without-end",
                  manifest("\"size\" : \\d+", "\"size\" : " + Long.MAX_VALUE, "overflow"))));

  private static Hostile dense(Attack attack, String message) {
    return new Hostile(Models.gaussian(), attack, message);
  }

  private static Hostile series(Attack attack, String message) {
    return new Hostile(Models.doublyStochastic(), attack, message);
  }

  private static Hostile bins(Attack attack, String message) {
    return new Hostile(Models.randomBins(), attack, message);
  }

  private static Hostile sketch(Attack attack, String message) {
    return new Hostile(Models.sketch(), attack, message);
  }

  private static Hostile manifest(String pattern, String replacement, String message) {
    return dense(
        (version, forgery) ->
            forgery.manifest(version, text -> text.replaceAll(pattern, replacement)),
        message);
  }

  private static void ints(Output out, int... values) {
    for (int value : values) {
      out.writeVarInt(value, true);
    }
  }

  static List<String> kinds() {
    return List.copyOf(HOSTILE.keySet());
  }

  @TempDir private Path root;
  private ModelStore store;
  private ModelVersion good;

  @BeforeEach
  void publish() throws IOException {
    store = ModelStore.open(new org.apache.flink.core.fs.Path(root.toUri()));
    good = store.publish("good", "run", NOON, Models.gaussian());
  }

  private ModelVersion hostile(String kind) throws IOException {
    Hostile hostile = HOSTILE.get(kind);
    ModelVersion version = store.publish(kind, "run", NOON, hostile.model());
    hostile.attack().on(version, new Forgery(root));
    return version;
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void isRefusedByName(String kind) throws IOException {
    ModelVersion version = hostile(kind);
    assertThatThrownBy(() -> store.load(version))
        .isInstanceOf(ModelStoreException.class)
        .hasMessageContaining(kind)
        .hasMessageContaining(HOSTILE.get(kind).message());
  }

  @Test
  void allOthersAreUsedAsIfNothingWere() throws IOException {
    List<String> names = new ArrayList<>(kinds());
    names.add("good");
    for (String kind : kinds()) {
      hostile(kind);
    }
    assertThat(store.list()).containsExactlyInAnyOrderElementsOf(names);
    assertThat(Models.sameSurroundings(store.load(good), Models.gaussian())).isTrue();
    assertThat(store.verify(good).ok()).isTrue();
    assertThat(store.provenance(good)).isEqualTo(Models.gaussian().provenance());
    for (String name : names) {
      store.versions(name).forEach(version -> assertThat(verify(version)).isNotEmpty());
      ModelVersion next = store.publish(name, "another run", NOON, Models.gaussian());
      assertThat(next).isEqualTo(new ModelVersion(name, 2));
      assertThat(store.latest(name)).isEqualTo(next);
      assertThat(store.verify(next).ok()).isTrue();
      assertThat(Models.sameSurroundings(store.load(next), Models.gaussian())).isTrue();
    }
  }

  /** Verification reports on each file and throws nothing. */
  private List<String> verify(ModelVersion version) {
    try {
      return store.verify(version).files();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void noVersionComesAfterTheLast() throws IOException {
    Files.createDirectories(root.resolve("good/999999999"));
    assertThatThrownBy(() -> store.publish("good", "third run", NOON, Models.gaussian()))
        .isInstanceOf(ModelStoreException.class)
        .hasMessageContaining("found good@999999999, there is no higher version");
    assertThat(store.latest("good")).isEqualTo(good);
  }
}
