package org.filbert.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;

/** A directory with a configuration and data whose training is quick. */
record TinyData(Path directory) {
  /** Class names with special characters: one is quoted in CSV. */
  static final List<String> CLASSES = List.of("left, far", "middle", "right");

  static TinyData in(Path directory) throws IOException {
    TinyData data = new TinyData(directory);
    data.write("train.csv", rows(60, 1));
    data.write("test.csv", rows(20, 2));
    data.write(
        "tiny.yaml",
        """
        name: tiny
        parallelism: 2
        task: classification
        data:
          train:
            path: DIRECTORY/train.csv
            format: {type: csv, header: true, label: class}
          test:
            path: DIRECTORY/test.csv
            format: {type: csv, header: true, label: class}
        kernel: {type: gaussian, sigma: 1}
        objective: {ridge: 0.1}
        solver:
          type: block-coordinate-descent
          blockSize: 20
          epochs: 2
        preprocessing: {scaling: {type: none}}
        store: DIRECTORY/store
        """
            .replace("DIRECTORY", directory.toString()));
    return data;
  }

  /** Points on a line with noise, by thirds in three classes. */
  static String rows(int count, long seed) {
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder("class,x,y\n");
    for (int i = 0; i < count; i++) {
      int label = i % CLASSES.size();
      text.append('"').append(CLASSES.get(label)).append('"');
      text.append(
          String.format(
              Locale.ROOT, ",%.6f,%.6f%n", label + 0.8 * random.nextDouble(), random.nextDouble()));
    }
    return text.toString();
  }

  Path write(String file, String text) throws IOException {
    return Files.writeString(directory.resolve(file), text);
  }

  /** Replaces one line, counted from 1. */
  void replaceLine(String file, int line, String text) throws IOException {
    List<String> lines = new ArrayList<>(Files.readAllLines(directory.resolve(file)));
    lines.set(line - 1, text);
    Files.write(directory.resolve(file), lines);
  }

  String path(String file) {
    return directory.resolve(file).toString();
  }

  Path run() {
    return directory.resolve("run");
  }

  CommandLineRun train(String... overrides) {
    return trainInto("run", Arrays.stream(overrides));
  }

  /** A training with a run directory of that name. */
  CommandLineRun trainInto(String run, Stream<String> overrides) {
    List<String> args = new ArrayList<>(List.of("train", path("tiny.yaml"), "--out", path(run)));
    overrides.forEach(override -> args.addAll(List.of("--set", override)));
    return CommandLineRun.of(args.toArray(String[]::new));
  }

  /** A command on the trained model. */
  CommandLineRun score(String command, String input, String... more) {
    List<String> args =
        new ArrayList<>(
            List.of(command, "--store", path("store"), "--model", "tiny", "--input", path(input)));
    args.addAll(List.of(more));
    return CommandLineRun.of(args.toArray(String[]::new));
  }
}
