package org.filbert.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** A directory with a configuration and a file that is read as a stream. */
record TinyStream(Path directory) {
  static final int ROWS = 300;

  static TinyStream in(Path directory) throws IOException {
    TinyStream stream = new TinyStream(directory);
    stream.write("rows.csv", TinyData.rows(ROWS, 1));
    stream.write(
        "tiny.yaml",
        """
        name: tiny
        parallelism: 2
        task: classification
        input:
          file:
            path: DIRECTORY/rows.csv
            format: {type: csv, header: true, label: class}
            passes: 2
            shuffle: true
        output: {files: true}
        kernel: {type: gaussian, sigma: 1}
        learner:
          blockSize: 16
          step: {type: constant, gamma: 1}
        batch: {size: 10, maxDelay: 1h}
        progressive:
          every: 100
          growth: fixed
          window: 100
          baselines: [logistic-regression, majority, no-change]
        backend: {blas: java}
        checkpoint: {interval: 1s} # Flink may miss the moment for the last one
        store: DIRECTORY/store
        """
            .replace("DIRECTORY", directory.toString()));
    return stream;
  }

  Path write(String file, String text) throws IOException {
    return Files.writeString(directory.resolve(file), text);
  }

  Path run(String name) {
    return directory.resolve(name);
  }

  Path config() {
    return directory.resolve("tiny.yaml");
  }

  CommandLineRun train(String run, String... overrides) {
    List<String> args =
        new ArrayList<>(List.of("train-online", config().toString(), "--out", run(run).toString()));
    Arrays.stream(overrides).forEach(override -> args.addAll(List.of("--set", override)));
    return CommandLineRun.of(args.toArray(String[]::new));
  }

  /** Evaluates a stored model with the rows of a file. */
  CommandLineRun evaluate(String model, String file) {
    return CommandLineRun.evaluate(
        directory, model, file, "--format", "{type: csv, header: true, label: class}");
  }

  /** All lines of a run's finished files of one kind. */
  List<String> lines(String run, String kind) throws IOException {
    try (Stream<Path> files = Files.walk(run(run).resolve(kind))) {
      List<String> lines = new ArrayList<>();
      for (Path file :
          files
              .filter(path -> path.getFileName().toString().matches(kind + ".*\\.jsonl"))
              .sorted()
              .toList()) {
        lines.addAll(Files.readAllLines(file));
      }
      return lines;
    }
  }

  /** The lines of a run's table without times. */
  List<String> curve(String run) throws IOException {
    return Files.readAllLines(run(run).resolve("curve.jsonl")).stream()
        .map(line -> line.replaceAll("\"(seconds|instancesPerSecond|lagMillis)\":[^,]*,", ""))
        .toList();
  }
}
