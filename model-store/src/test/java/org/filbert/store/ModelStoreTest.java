package org.filbert.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.filbert.calibration.Intervals;
import org.filbert.calibration.Probabilities;
import org.filbert.data.Outputs;
import org.filbert.kernel.Cauchy;
import org.filbert.kernel.Exponential;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.KernelType;
import org.filbert.kernel.Laplacian;
import org.filbert.kernel.Linear;
import org.filbert.kernel.Matern;
import org.filbert.kernel.Polynomial;
import org.filbert.kernel.PoweredExponential;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Precision;
import org.filbert.model.KernelExpansion;
import org.filbert.model.TrainedModel;
import org.filbert.store.codec.OpenTypes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ModelStoreTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  @TempDir private java.nio.file.Path directory;
  private ModelStore store;

  @BeforeEach
  void open() throws IOException {
    store = ModelStore.open(path(directory));
  }

  private static Path path(java.nio.file.Path path) {
    return new Path(path.toUri());
  }

  static Stream<TrainedModel> models() {
    List<TrainedModel> models = new ArrayList<>();
    List<Kernel> kernels =
        List.of(
            new Gaussian(0.2),
            new Laplacian(1.5),
            new Exponential(2),
            new Cauchy(3),
            new Matern(1.5, 0.5),
            new PoweredExponential(1.5, 0.8, 2),
            new Polynomial(3, 0.5, 1),
            new Linear());
    List<Outputs> outputs =
        List.of(
            Models.classes(),
            new Outputs.Classes(List.of("ham", "spam")),
            new Outputs.Targets(new double[] {2.5, -1}));
    for (Kernel kernel : kernels) {
      for (Precision precision : Precision.values()) {
        for (boolean sparse : new boolean[] {false, true}) {
          for (Outputs output : outputs) {
            models.add(Models.of(kernel, precision, sparse, output));
          }
        }
      }
    }
    return models.stream();
  }

  @ParameterizedTest
  @MethodSource("models")
  void everyKindOfModelComesBack(TrainedModel model) throws IOException {
    TrainedModel loaded = store.load(store.publish("letter", "run", NOON, model));

    assertThat(Models.sameSurroundings(loaded, model)).isTrue();
    KernelExpansion before = (KernelExpansion) model.model();
    KernelExpansion after = (KernelExpansion) loaded.model();
    assertThat(after.kernel()).isEqualTo(before.kernel());
    assertThat(after.centres().precision()).isEqualTo(before.centres().precision());
    Backend backend = Backends.choose("java");
    assertThat(loaded.scores(Models.inputs(), backend).toArray())
        .isEqualTo(model.scores(Models.inputs(), backend).toArray());
  }

  static Stream<TrainedModel> calibrated() {
    return Stream.of(
        Models.withSigmoid(),
        Models.withSoftmax(),
        Models.withNormalisedSigmoids(),
        Models.withIntervals());
  }

  @ParameterizedTest
  @MethodSource("calibrated")
  void aCalibrationComesBack(TrainedModel model) throws IOException {
    ModelVersion version = store.publish("letter", "run", NOON, model);
    assertThat(store.manifest(version).part("calibration.kryo")).isPresent();
    assertThat(Models.sameSurroundings(store.load(version), model)).isTrue();
  }

  @Test
  void everyKernelOutputAndCalibrationHasAnId() {
    assertThat(StoredClasses.BY_ID.values())
        .contains(Outputs.class.getPermittedSubclasses())
        .containsAll(OpenTypes.of(Probabilities.class))
        .contains(Intervals.class);
    assertThat(OpenTypes.of(Probabilities.class)).hasSize(3);
    assertThat(KernelType.all())
        .hasSize(8)
        .allSatisfy(type -> assertThat(StoredClasses.BY_ID).containsValue(type.kernel()));
  }

  @Test
  void versionsAscendAndTheLatestIsTheHighest() throws IOException {
    ModelVersion first = store.publish("letter", "run-1", NOON, Models.gaussian());
    ModelVersion second = store.publish("letter", "run-2", NOON, Models.gaussian());
    ModelVersion other = store.publish("a.b-c_1", "run-3", NOON, Models.gaussian());

    assertThat(first).hasToString("letter@1");
    assertThat(store.versions("letter")).containsExactly(first, second);
    assertThat(store.latest("letter")).isEqualTo(second);
    assertThat(store.version("letter", 1)).isEqualTo(first);
    assertThat(store.list()).containsExactly("a.b-c_1", "letter");
    assertThat(other.number()).isEqualTo(1);
  }

  @Test
  void theManifestTellsWhatThereIs() throws IOException {
    ModelVersion version = store.publish("letter", "run-1", NOON, Models.gaussian());
    Manifest manifest = store.manifest(version);

    assertThat(manifest.created()).isEqualTo("2026-03-01T12:00:00Z");
    assertThat(manifest.runId()).isEqualTo("run-1");
    assertThat(manifest.summary()).isEqualTo(new Manifest.Summary(9, 4, 3, "Gaussian[sigma=0.7]"));
    assertThat(manifest.parts())
        .extracting(Manifest.Part::file)
        .containsExactly(
            "preprocessing.kryo",
            "outputs.kryo",
            "kernel.kryo",
            "centres.matrix",
            "alpha.matrix",
            "provenance.json");
    assertThat(manifest.part("alpha.matrix").orElseThrow().size()).isEqualTo(32 + 9 * 3 * 8);
    try (Stream<java.nio.file.Path> files = Files.list(directory.resolve("letter/000001"))) {
      assertThat(files).hasSize(7);
    }
  }

  @Test
  void aRunPublishesOnce() throws IOException {
    ModelVersion first = store.publish("letter", "run-1", NOON, Models.gaussian());
    assertThat(store.publish("letter", "run-1", NOON, Models.gaussian())).isEqualTo(first);
    assertThat(store.versions("letter")).hasSize(1);
  }

  @Test
  void concurrentPublishersGetVersionsOfTheirOwn() throws Exception {
    int publishers = 4;
    int rounds = 10;
    CountDownLatch ready = new CountDownLatch(publishers);
    ExecutorService threads = Executors.newFixedThreadPool(publishers);
    try {
      List<Future<List<ModelVersion>>> results = new ArrayList<>();
      for (int p = 0; p < publishers; p++) {
        int publisher = p;
        results.add(
            threads.submit(
                () -> {
                  List<ModelVersion> mine = new ArrayList<>();
                  ready.countDown();
                  ready.await();
                  for (int round = 0; round < rounds; round++) {
                    String runId = "run-" + publisher + "-" + round;
                    mine.add(store.publish("letter", runId, NOON, Models.gaussian()));
                  }
                  return mine;
                }));
      }
      Set<ModelVersion> all = new HashSet<>();
      for (Future<List<ModelVersion>> result : results) {
        all.addAll(result.get());
      }
      assertThat(all).hasSize(publishers * rounds);
      assertThat(store.versions("letter")).containsExactlyInAnyOrderElementsOf(all);
      for (ModelVersion version : all) {
        assertThat(store.verify(version).problems()).isEmpty();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 40, 200, 500, 1000, 2000, 2500})
  void aFailingWriteLeavesNothing(int bytes) throws IOException {
    store.publish("letter", "run-1", NOON, Models.gaussian());
    ModelStore failing =
        new ModelStore(
            FailingFileSystem.fullAfter(FileSystem.getLocalFileSystem(), bytes), path(directory));
    assertThatThrownBy(() -> failing.publish("letter", "run-2", NOON, Models.gaussian()))
        .isInstanceOf(ModelStoreException.class)
        .hasMessageContaining("No space left")
        .message()
        .containsAnyOf("letter/000002", "letter@2");
    assertThat(store.versions("letter")).hasSize(1);

    ModelVersion retried = store.publish("letter", "run-2", NOON, Models.gaussian());
    assertThat(store.verify(retried).ok()).isTrue();
  }

  /** A publisher that is killed at any point leaves a store that the next attempt repairs. */
  @Test
  void aKilledPublisherLeavesNothingThatStays() throws IOException {
    store.publish("letter", "first", NOON, Models.gaussian());
    long survived = -1;
    for (long units = 0; survived < 0; units += 17) {
      FailingFileSystem files =
          FailingFileSystem.killedAfter(FileSystem.getLocalFileSystem(), units);
      String run = "run-" + units;
      try {
        new ModelStore(files, path(directory)).publish("letter", run, NOON, Models.gaussian());
        survived = units;
      } catch (IOException e) {
        assertThat(e).hasMessageContaining("killed");
      }
      for (ModelVersion version : store.versions("letter")) {
        assertThat(store.verify(version).problems()).isEmpty();
      }
      ModelVersion published = store.publish("letter", run, NOON, Models.gaussian());
      assertThat(store.latest("letter")).isEqualTo(published);
      assertThat(published.number()).isLessThanOrEqualTo(3);
      assertThat(store.remove("letter", run)).isTrue();
      try (Stream<java.nio.file.Path> versions = Files.list(directory.resolve("letter"))) {
        assertThat(versions.map(path -> path.getFileName().toString()))
            .containsExactlyInAnyOrder(".runs", "000001");
      }
    }
    assertThat(survived).isGreaterThan(2000);
  }

  /** Each of two runs gets its own version, wherever one interrupts the other. */
  @Test
  void aPublisherMayComeInBetween() throws IOException {
    FailingFileSystem counting = FailingFileSystem.counting(FileSystem.getLocalFileSystem());
    new ModelStore(counting, path(directory)).publish("letter", "first", NOON, Models.gaussian());
    for (int at = 0; at < counting.operations(); at++) {
      String one = "one-" + at;
      String other = "other-" + at;
      FailingFileSystem files =
          FailingFileSystem.counting(FileSystem.getLocalFileSystem())
              .at(at, () -> store.publish("letter", other, NOON, Models.gaussian()));
      new ModelStore(files, path(directory)).publish("letter", one, NOON, Models.gaussian());
      ModelVersion ofOne = store.publishedBy("letter", one).orElseThrow();
      ModelVersion ofOther = store.publishedBy("letter", other).orElseThrow();
      assertThat(ofOne).isNotEqualTo(ofOther);
      assertThat(store.verify(ofOne).problems()).isEmpty();
      assertThat(store.verify(ofOther).problems()).isEmpty();
    }
  }

  @Test
  void publishingCostsTheSameWithManyVersions() throws IOException {
    int few = operationsOfAPublication("run-1");
    for (int number = 2; number <= 2_000; number++) {
      java.nio.file.Path version = directory.resolve("letter/%06d".formatted(number));
      Files.createDirectory(version);
      Files.createFile(version.resolve("manifest.json"));
    }
    int many = operationsOfAPublication("run-2");
    assertThat(store.latest("letter").number()).isEqualTo(2_001);
    assertThat(many).isEqualTo(operationsOfAPublication("run-3")).isCloseTo(few, within(5));
  }

  private int operationsOfAPublication(String run) throws IOException {
    FailingFileSystem files = FailingFileSystem.counting(FileSystem.getLocalFileSystem());
    ModelStore counted = new ModelStore(files, path(directory));
    ModelVersion version = counted.publish("letter", run, NOON, Models.gaussian());
    assertThat(counted.latest("letter")).isEqualTo(version);
    return files.operations();
  }

  @Test
  void aRunsVersionCanBeRemoved() throws IOException {
    ModelVersion first = store.publish("letter", "run-1", NOON, Models.gaussian());
    ModelVersion second = store.publish("letter", "run-2", NOON, Models.gaussian());
    assertThat(store.remove("letter", "run-1")).isTrue();
    assertThat(store.remove("letter", "run-1")).isFalse();
    assertThat(store.versions("letter")).containsExactly(second);
    assertThat(directory.resolve("letter").resolve("000001")).doesNotExist();
    assertThat(store.publish("letter", "run-1", NOON, Models.gaussian()).number())
        .isGreaterThan(first.number())
        .isEqualTo(3);
  }

  @Test
  void anIncompleteVersionIsInvisibleAndItsNumberNotUsedAgain() throws IOException {
    store.publish("letter", "run-1", NOON, Models.gaussian());
    Files.createDirectories(directory.resolve("letter/000007"));
    Files.write(directory.resolve("letter/000007/alpha.matrix"), new byte[10]);

    assertThat(store.latest("letter").number()).isEqualTo(1);
    assertThat(store.publish("letter", "run-2", NOON, Models.gaussian()).number()).isEqualTo(8);
    assertThat(directory.resolve("letter/000007")).exists();
  }

  @Test
  void whatAnEarlierAttemptOfTheRunLeftIsRemoved() throws IOException {
    java.nio.file.Path leftover = directory.resolve("letter/000001");
    new Publication(
            FileSystem.getLocalFileSystem(), path(directory.resolve("letter")), "letter", "run-1")
        .claim(1);
    Files.write(leftover.resolve("alpha.matrix"), new byte[10]);

    ModelVersion version = store.publish("letter", "run-1", NOON, Models.gaussian());
    assertThat(version.number()).isEqualTo(2);
    assertThat(leftover).doesNotExist();
  }

  @Test
  void missingModelsAndVersionsAreNamedWithWhatThereIs() throws IOException {
    assertThatThrownBy(() -> store.latest("letter"))
        .isInstanceOf(ModelStoreException.class)
        .hasMessageContaining("found no model letter, there are none");
    store.publish("mnist", "run-1", NOON, Models.gaussian());
    assertThatThrownBy(() -> store.latest("letter")).hasMessageContaining("there are [mnist]");
    assertThatThrownBy(() -> store.version("mnist", 4))
        .isInstanceOf(ModelStoreException.class)
        .hasMessageContaining("found no model mnist@4, there are [1]");
    assertThatThrownBy(() -> store.load(new ModelVersion("mnist", 4)))
        .isInstanceOf(ModelStoreException.class)
        .hasMessageContaining("manifest.json: missing");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Letter", "../x", "a/b", ".hidden", "-x", "a b"})
  void namesOfOtherFormsAreRefused(String name) {
    assertThatThrownBy(() -> store.publish(name, "run", NOON, Models.gaussian()))
        .isInstanceOf(ModelStoreException.class)
        .hasMessageContaining("found model name '" + name + "'");
    assertThatThrownBy(() -> store.versions(name)).isInstanceOf(ModelStoreException.class);
  }

  @Test
  void aStoreThatCannotBeWrittenIsFoundOutUpFront() throws IOException {
    store.checkWritable();
    try (Stream<java.nio.file.Path> files = Files.list(directory)) {
      assertThat(files).isEmpty();
    }
    java.nio.file.Path file = Files.createFile(directory.resolve("file"));
    assertThatThrownBy(() -> ModelStore.open(path(file)))
        .isInstanceOf(ModelStoreException.class)
        .hasMessageContaining("found a file");
    ModelStore below = ModelStore.open(path(file.resolve("store")));
    assertThatThrownBy(below::checkWritable)
        .isInstanceOf(ModelStoreException.class)
        .hasMessageContaining("cannot be written");
  }
}
