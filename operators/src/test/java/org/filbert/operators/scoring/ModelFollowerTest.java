package org.filbert.operators.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.filbert.data.DenseRows;
import org.filbert.data.Outputs;
import org.filbert.kernel.Gaussian;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.model.KernelExpansion;
import org.filbert.model.Preprocessing;
import org.filbert.model.Provenance;
import org.filbert.model.TrainedModel;
import org.filbert.store.ModelStore;
import org.filbert.store.ModelVersion;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelFollowerTest {
  private static final Duration OFTEN = Duration.ofMillis(1);

  @TempDir Path directory;

  private final BlockingQueue<Integer> checked = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> refused = new LinkedBlockingQueue<>();
  private ModelStore store;

  @BeforeEach
  void open() throws IOException {
    store = ModelStore.open(new org.apache.flink.core.fs.Path(directory.toString()));
    publish(1);
  }

  /** Publishes a model of d features as the next version. */
  private ModelVersion publish(int d) throws IOException {
    Matrix centres = Matrix.zeros(Precision.DOUBLE, 1, d);
    Matrix coefficients = Matrix.zeros(Precision.DOUBLE, 1, 1);
    TrainedModel model =
        new TrainedModel(
            new Preprocessing(d, false, Precision.DOUBLE, new double[0], new double[0]),
            new Outputs.Targets(new double[] {0}),
            new KernelExpansion(new Gaussian(1), new DenseRows(centres), coefficients),
            new Provenance("", "", 1, new TreeMap<>(), List.of()));
    return store.publish("m", "run" + System.nanoTime(), Instant.EPOCH, model);
  }

  private ModelFollower follower(@Nullable Integer pinned, Consumer<TrainedModel> check)
      throws IOException {
    return new ModelFollower(
        new ModelChoice(directory.toString(), "m", pinned, OFTEN),
        model -> {
          checked.add(model.model().features());
          check.accept(model);
        },
        () -> refused.add("one"));
  }

  /** Waits until the follower has checked a model of d features, and ended that look. */
  private void await(ModelFollower follower, int d) throws InterruptedException {
    while (checked.take() != d) {}
    follower.look();
  }

  @Test
  void aNewerVersionTakesOverBetweenTwoCalls() throws Exception {
    try (ModelFollower follower = follower(null, model -> {})) {
      SharedModel first = follower.current();
      assertThat(first.version()).isEqualTo(new ModelVersion("m", 1));
      publish(2);
      await(follower, 2);
      assertThat(follower.current().version().number()).isEqualTo(2);
      assertThat(follower.current().model().model().features()).isEqualTo(2);
    }
  }

  @Test
  void damagedAndUnfitVersionsAreRefusedOnceAndTheOneBeforeGoesOn() throws Exception {
    Consumer<TrainedModel> atMostTwo =
        model -> {
          if (model.model().features() > 2) {
            throw new IllegalArgumentException("too wide");
          }
        };
    try (ModelFollower follower = follower(null, atMostTwo)) {
      publish(3);
      assertThat(refused.take()).isEqualTo("one");
      assertThat(follower.current().version().number()).isEqualTo(1);
      publish(2);
      await(follower, 2);
      assertThat(follower.current().version().number()).isEqualTo(3);
      assertThat(refused).isEmpty();
    }
  }

  @Test
  void aVersionWithOtherBytesThanItsManifestIsRefused() throws Exception {
    publish(2);
    Path version = directory.resolve("m/000002");
    try (var files = Files.list(version)) {
      Path part = files.filter(file -> file.toString().endsWith(".kryo")).findFirst().orElseThrow();
      byte[] bytes = Files.readAllBytes(part);
      bytes[bytes.length - 1] ^= 1;
      Files.write(part, bytes);
    }
    try (ModelFollower follower = follower(1, model -> {})) {
      assertThat(follower.current().version().number()).isEqualTo(1);
    }
    assertThatThrownBy(() -> follower(null, model -> {})).hasMessageContaining("SHA-256");
  }

  @Test
  void aPinnedVersionStays() throws Exception {
    publish(2);
    try (ModelFollower follower = follower(1, model -> {})) {
      assertThat(follower.current().version().number()).isEqualTo(1);
    }
    assertThatThrownBy(() -> follower(9, model -> {}))
        .hasMessageContaining("found no model m@9, there are [1, 2]");
  }
}
