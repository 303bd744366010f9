package org.filbert.it;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.filbert.store.Manifest;
import org.filbert.store.ModelStore;

/** A small training of some seconds by each solver, for tests that disturb it. */
enum SmallRun {
  DESCENT("solver={type: block-coordinate-descent, blockSize: 100, epochs: 60}"),
  DESCENT_ON_LANDMARKS(
      "system={type: nystrom, landmarks: 60}",
      "solver={type: block-coordinate-descent, blockSize: 20, epochs: 120}"),
  DESCENT_ON_FEATURES(
      "system={type: random-features, features: 60}",
      "solver={type: block-coordinate-descent, blockSize: 20, epochs: 120}"),
  GRADIENTS(
      "solver={type: conjugate-gradients, preconditioner: landmarks, size: 20, tolerance: 1e-300,"
          + " maxIterations: 200}"),
  EIGENPRO("solver={type: eigenpro, subsample: 200, batchSize: 60, epochs: 40}"),
  SGD("solver={type: sgd, batchSize: 60, epochs: 40}"),
  NEWTON(
      "system={type: random-features, features: 60}",
      "objective={loss: logistic, ridge: 1e-6}",
      "solver={type: newton-cg, tolerance: 1e-300, maxIterations: 20}"),
  COORDINATES(
      "parallelism=1",
      "kernel={type: laplacian, sigma: 1}",
      "system={type: random-binning, grids: 32}",
      "solver={type: coordinate-descent, threads: 1, tolerance: 0, epochs: 200}"),
  DOUBLY_STOCHASTIC(
      "objective=null",
      "solver={type: doubly-stochastic, algorithm: cdsg, step: {type: constant, gamma: 1}, epochs:"
          + " 200}");

  private final List<String> settings;

  SmallRun(String... settings) {
    this.settings = List.of(settings);
  }

  /** Writes its data and configuration. */
  static TinyData in(Path directory) throws IOException {
    TinyData data = TinyData.in(directory);
    data.write("train.csv", TinyData.rows(600, 1));
    return data;
  }

  /** The command that trains it. */
  List<String> command(TinyData data, List<String> more) {
    List<String> command =
        new ArrayList<>(List.of("train", data.path("tiny.yaml"), "--out", data.run().toString()));
    Stream.of(
            List.of(
                "checkpoint.interval=50ms", "backend={blas: java, threads: 1}", "cache.memory=0"),
            settings,
            more)
        .flatMap(List::stream)
        .forEach(setting -> command.addAll(List.of("--set", setting)));
    return command;
  }

  /** SHA-256 of all parts of the newest model except its provenance. */
  static Map<String, String> model(TinyData data) throws IOException {
    ModelStore store = ModelStore.open(new org.apache.flink.core.fs.Path(data.path("store")));
    return store.manifest(store.latest("tiny")).parts().stream()
        .filter(part -> !part.file().equals("provenance.json"))
        .collect(Collectors.toMap(Manifest.Part::file, Manifest.Part::sha256));
  }
}
