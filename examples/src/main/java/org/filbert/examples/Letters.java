package org.filbert.examples;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Role;
import org.filbert.data.Target;

/** A letter and 16 features of its picture: rows of UCI Letter Recognition, read in plain Java. */
record Letters(String name, double[] features) {

  /** Some rows of the file, counted from 0. */
  static List<Letters> rows(Path file, int first, int count) throws IOException {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
      return lines
          .lines()
          .skip(1 + first)
          .limit(count)
          .map(line -> line.replace("\"", "").split(","))
          .map(cells -> new Letters(cells[0], features(cells)))
          .toList();
    }
  }

  private static double[] features(String[] cells) {
    return Arrays.stream(cells, 1, cells.length).mapToDouble(Double::parseDouble).toArray();
  }

  /** As a training takes it; the position says which row it is. */
  Instance toInstance(long position) {
    return new Instance.Example(
        Role.TRAIN, position, new Features.Dense(features), new Target.ClassName(name));
  }
}
