package org.filbert.benchmarks.streams;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes synthetic streams of {@value #ROWS} rows as CSV files with a header and the column {@code
 * class}, for {@code ./filbert train-online} and other programs. Its argument is a directory.
 */
public final class WriteStreams {
  private static final int ROWS = 40_000;
  private static final int HALF = ROWS / 2;

  private WriteStreams() {}

  /** The streams by the names of their files. */
  private static Map<String, LabelledStream> streams(long seed) {
    Map<String, LabelledStream> streams = new TreeMap<>();
    streams.put("sea", new Sea(seed, new double[] {8, 9.5}, HALF));
    streams.put("hyperplane", new Hyperplane(seed, 10, 10, 0.001));
    streams.put("rbf", new RandomRbf(seed, 10, 5, 50, 0));
    streams.put("rbf-drift", new RandomRbf(seed, 10, 5, 50, 0.001));
    streams.put("waveform", new Waveform(seed, 0, HALF));
    streams.put("waveform-drift", new Waveform(seed, 10, HALF));
    return streams;
  }

  /** Writes the files. */
  public static void main(String[] arguments) throws IOException {
    Path directory = Files.createDirectories(Path.of(arguments[0]));
    for (Map.Entry<String, LabelledStream> stream : streams(1).entrySet()) {
      write(stream.getValue(), directory.resolve(stream.getKey() + ".csv"));
    }
  }

  private static void write(LabelledStream stream, Path file) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      for (int j = 0; j < stream.features(); j++) {
        out.write("x" + (j + 1) + ",");
      }
      out.write("class\n");
      for (int i = 0; i < ROWS; i++) {
        LabelledStream.Row row = stream.next();
        for (double value : row.x()) {
          out.write(value + ",");
        }
        out.write("c" + row.label() + "\n");
      }
    }
  }
}
