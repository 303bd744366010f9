package org.filbert.it.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Small inputs that together reach the code that coverage-guided fuzzing reached, as lines of
 * hexadecimal test data.
 */
record Corpus(Path file) {
  private static final Path CORPORA = Path.of("src/test/resources/fuzz");

  /** The fuzzer's files. */
  private static final Path WORK = Path.of("target/jazzer/corpus");

  /** Longer inputs are not kept. */
  private static final int LONGEST = 400;

  static Corpus of(Target target) {
    String name = target.name().replaceAll("\\A[^A-Za-z0-9]+", "").replaceAll("[^A-Za-z0-9]+", "-");
    return new Corpus(CORPORA.resolve(name + ".hex"));
  }

  /** The inputs; none if there is no corpus yet. */
  List<byte[]> inputs() throws IOException {
    return Files.exists(file)
        ? Files.readAllLines(file).stream().map(HexFormat.of()::parseHex).toList()
        : List.of();
  }

  /** {@code unpack} or {@code pack} and a target's name: to the fuzzer's files or from them. */
  public static void main(String[] args) throws IOException {
    Target target = CoverageTarget.byName(args[1]);
    if (args[0].equals("unpack")) {
      Files.createDirectories(WORK);
      try (Stream<Path> old = Files.list(WORK)) {
        for (Path input : old.toList()) {
          Files.delete(input);
        }
      }
      int i = 0;
      for (byte[] input :
          Stream.concat(target.seeds().stream(), of(target).inputs().stream()).toList()) {
        Files.write(WORK.resolve("kept-" + i++), input);
      }
    } else {
      of(target).pack();
    }
  }

  private void pack() throws IOException {
    Set<String> lines = new TreeSet<>();
    try (Stream<Path> inputs = Files.list(WORK)) {
      for (Path input : inputs.toList()) {
        byte[] bytes = Files.readAllBytes(input);
        if (bytes.length > 0 && bytes.length <= LONGEST) {
          lines.add(HexFormat.of().formatHex(bytes));
        }
      }
    }
    Files.createDirectories(CORPORA);
    Files.write(file, lines);
  }
}
