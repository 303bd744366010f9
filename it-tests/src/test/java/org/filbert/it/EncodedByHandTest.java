package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * A raw table of numbers, words, missing cells and quoted line breaks gives the model that the same
 * table gives once it is encoded by plain code, as scikit-learn's encoders do.
 */
class EncodedByHandTest {
  @RegisterExtension static final SharedFlink FLINK = new SharedFlink();

  private static final int TRAIN = 1500;
  private static final int TEST = 1000;
  private static final int NUMBERS = 10;
  private static final int COLUMNS = 16;

  /**
   * Error of scikit-learn 1.9.1 on this table, by its StandardScaler, SimpleImputer, OneHotEncoder
   * and KernelRidge as {@code benchmarks/peers/adult.py} has them.
   */
  private static final double SCIKIT_LEARN = 0.17;

  @TempDir Path directory;

  /** A row of the table. */
  private record Raw(List<@Nullable String> cells, String label) {}

  /** Rows of UCI Letter: ten columns stay numbers, six become words. */
  private static List<Raw> table() throws IOException {
    SplittableRandom random = new SplittableRandom(11);
    List<Raw> rows = new ArrayList<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(
                    Files.newInputStream(Path.of("../data/letter-recognition.csv.gz"))),
                StandardCharsets.UTF_8))) {
      lines.readLine();
      for (int i = 0; i < TRAIN + TEST; i++) {
        String[] values = Objects.requireNonNull(lines.readLine()).split(",");
        List<@Nullable String> cells = new ArrayList<>();
        for (int j = 0; j < COLUMNS; j++) {
          int value = Integer.parseInt(values[j + 1]);
          String cell =
              j < NUMBERS
                  ? String.format(Locale.ROOT, "%.2f", value + random.nextDouble())
                  : value % 5 == 0 ? "kind, \"of\"\n" + value : "kind " + value;
          cells.add(random.nextInt(30) == 0 ? null : cell);
        }
        rows.add(new Raw(cells, values[0].charAt(1) <= 'M' ? "early" : "late"));
      }
    }
    return rows;
  }

  private static Stream<String> present(List<Raw> rows, int column) {
    return rows.stream().map(row -> row.cells.get(column)).filter(Objects::nonNull);
  }

  /** The features of a column, fitted to training rows. */
  private static Function<@Nullable String, double[]> encoder(List<Raw> train, int column) {
    if (column < NUMBERS) {
      double[] found = present(train, column).mapToDouble(Double::parseDouble).toArray();
      double mean = Arrays.stream(found).sum() / found.length;
      double squares = Arrays.stream(found).map(x -> (x - mean) * (x - mean)).sum();
      double deviation = Math.sqrt(squares / found.length);
      return cell ->
          new double[] {cell == null ? 0 : (Double.parseDouble(cell) - mean) / deviation};
    }
    TreeMap<String, Long> counts =
        present(train, column)
            .collect(Collectors.groupingBy(cell -> cell, TreeMap::new, Collectors.counting()));
    String frequent =
        counts.entrySet().stream()
            .reduce((a, b) -> b.getValue() > a.getValue() ? b : a)
            .map(Map.Entry::getKey)
            .orElseThrow();
    List<String> names = List.copyOf(counts.keySet());
    return cell -> {
      double[] features = new double[names.size()];
      int place = names.indexOf(cell == null ? frequent : cell);
      if (place >= 0) {
        features[place] = 1;
      }
      return features;
    };
  }

  private void write(String file, String header, List<String> rows) throws IOException {
    List<String> lines = new ArrayList<>(List.of(header));
    lines.addAll(rows);
    Files.write(directory.resolve(file), lines);
  }

  private static String raw(Raw row) {
    return row.cells.stream()
            .map(cell -> cell == null ? "" : '"' + cell.replace("\"", "\"\"") + '"')
            .collect(Collectors.joining(","))
        + ","
        + row.label;
  }

  private static String header(int columns) {
    return IntStream.rangeClosed(1, columns)
        .mapToObj(j -> "c" + j + ",")
        .collect(Collectors.joining("", "", "class"));
  }

  private double testError(String name, String preprocessing) throws IOException {
    Files.writeString(
        directory.resolve(name + ".yaml"),
        """
        name: NAME
        parallelism: 2
        task: classification
        data:
          train: {path: DIRECTORY/NAME-train.csv, format: {type: csv, header: true, label: class}}
          test: {path: DIRECTORY/NAME-test.csv}
        preprocessing: PREPROCESSING
        kernel: {type: gaussian, sigma: 4}
        objective: {ridge: 1}
        solver: {type: block-coordinate-descent, blockSize: 1500, epochs: 1}
        store: DIRECTORY/store
        """
            .replace("NAME", name)
            .replace("DIRECTORY", directory.toString())
            .replace("PREPROCESSING", preprocessing));
    CommandLineRun.of(
            "train",
            directory.resolve(name + ".yaml").toString(),
            "--out",
            directory.resolve(name).toString())
        .assertDone();
    return new ObjectMapper()
        .readTree(directory.resolve(name + "/summary.json").toFile())
        .get("testError")
        .asDouble();
  }

  @Test
  void columnsLearnAsAnEncodingByHandDoes() throws IOException {
    List<Raw> rows = table();
    List<Raw> train = rows.subList(0, TRAIN);
    List<Raw> test = rows.subList(TRAIN, rows.size());
    write("raw-train.csv", header(COLUMNS), train.stream().map(row -> raw(row)).toList());
    write("raw-test.csv", header(COLUMNS), test.stream().map(row -> raw(row)).toList());
    List<Function<@Nullable String, double[]>> encoders =
        IntStream.range(0, COLUMNS).mapToObj(column -> encoder(train, column)).toList();
    Function<Raw, String> encode =
        row ->
            IntStream.range(0, COLUMNS)
                    .boxed()
                    .flatMapToDouble(j -> Arrays.stream(encoders.get(j).apply(row.cells.get(j))))
                    .mapToObj(Double::toString)
                    .collect(Collectors.joining(","))
                + ","
                + row.label;
    List<String> encoded = train.stream().map(encode).toList();
    String header = header(encoded.get(0).split(",").length - 1);
    write("hand-train.csv", header, encoded);
    write("hand-test.csv", header, test.stream().map(encode).toList());

    String columns =
        IntStream.rangeClosed(1, COLUMNS)
            .mapToObj(
                j ->
                    "c"
                        + j
                        + (j <= NUMBERS
                            ? ": {type: number}"
                            : ": {type: category, missing: most-frequent}"))
            .collect(Collectors.joining(", ", "{columns: {", "}}"));
    double byColumns = testError("raw", columns);
    double byHand = testError("hand", "{scaling: {type: none}}");
    assertThat(byColumns).isCloseTo(byHand, within(0.001)).isCloseTo(SCIKIT_LEARN, within(0.001));
    long late = test.stream().filter(row -> row.label.equals("late")).count();
    assertThat(byColumns).isLessThan(0.5 * Math.min(late, TEST - late) / TEST);
  }
}
