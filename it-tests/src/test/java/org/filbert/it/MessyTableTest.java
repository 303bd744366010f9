package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tables as people have them. Each has a twin, the same rows written plainly: {@code fit}, {@code
 * evaluate} and a stream by {@code init} make of both the same, and say what they have seen.
 */
@Tag("ci")
class MessyTableTest {
  @RegisterExtension static final SharedFlink FLINK = new SharedFlink();

  private static final int ROWS = 300;

  /** Place of a stream's error among others. */
  private static final int STREAM = 2;

  /**
   * Of errors of fits: what is drawn by chance depends on where in its file a row begins. A column
   * that is read wrongly has several times the error.
   */
  private static final double CHANCE = 0.2;

  /** Of errors of streams: one row without a cell, or with a hash of another name. */
  private static final double ONE_ROW = 0.15;

  @TempDir Path directory;

  /** Values of a row; its number tells where a mess is. */
  record Row(int number, double a, double b, double c, LocalDateTime when, double y) {
    static List<Row> some(long seed) {
      SplittableRandom random = new SplittableRandom(seed);
      List<Row> rows = new ArrayList<>();
      for (int i = 0; i < ROWS; i++) {
        double a = Math.round(1e6 * random.nextDouble()) / 100.0;
        double b = Math.round(1000 * random.nextGaussian()) / 10.0;
        double c = random.nextInt(100, 1000) / 10.0;
        LocalDateTime when = LocalDateTime.of(2021, 1, 1, 8, 30).plusDays(random.nextInt(900));
        double y = Math.sin(a / 2000) + b / 100 + when.getMonthValue() / 12.0;
        rows.add(new Row(i, a, b, c, when, y + 0.05 * random.nextGaussian()));
      }
      return rows;
    }

    String format(String cells, Object... values) {
      return String.format(Locale.ROOT, cells + ",%.4f", append(values, y));
    }

    private static Object[] append(Object[] values, double last) {
      return Stream.concat(Stream.of(values), Stream.of(last)).toArray();
    }

    /** Cells of two columns are something else in many rows. */
    String holes(String inB, String inC) {
      return format(
          "%.2f,%s,%s", a, number % 3 == 0 && number > 200 ? inB : b, number % 9 == 4 ? inC : c);
    }

    /** One cell of each column is something else. */
    String three(String inA, String inB, String inC) {
      return format(
          "%s,%s,%s", number == 70 ? inA : a, number == 80 ? inB : b, number == 90 ? inC : c);
    }

    String day(String pattern) {
      return when.format(DateTimeFormatter.ofPattern(pattern, Locale.ROOT));
    }
  }

  /** A kind of mess. */
  interface Writing {
    String line(Row row);
  }

  /**
   * @param tolerance of the stream's error
   * @param said parts of what {@code fit} prints
   * @param written parts of what {@code init} writes
   */
  record Kind(
      String name,
      String header,
      Writing messy,
      String plainHeader,
      Writing plain,
      double tolerance,
      List<String> said,
      List<String> written) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static final String[] NOTHING = {"n/a", "None", "-", "--", ".", "missing", "\\N", "?"};

  static List<Kind> kinds() {
    String plain = "a,b,c,y";
    Writing numbers = row -> row.format("%.2f,%.1f,%.1f", row.a, row.b, row.c);
    return List.of(
        new Kind(
            "numbers as people write them",
            "a,b,c,d,y",
            row ->
                row.format(
                    "\"$%,.2f\",%s,%.1f%%,%s",
                    row.a,
                    row.b < 0
                        ? String.format(Locale.ROOT, "(%.1f)", -row.b)
                        : Double.toString(row.b),
                    row.c,
                    String.format(Locale.ROOT, "%,.1f", 10 * row.a).replace(',', ' ')),
            "a,b,c,d,y",
            row -> row.format("%.2f,%s,%.1f,%.1f", row.a, row.b, row.c, 10 * row.a),
            1e-9,
            List.of("comma-groups", "blank-groups"),
            List.of(
                "a: {type: number, notation: comma-groups,",
                "b: {type: number, notation: comma-groups,",
                "c: {type: number, notation: comma-groups,",
                "d: {type: number, notation: blank-groups,")),
        new Kind(
            "dates as people write them",
            "a,b,d,e,f,g,y",
            row ->
                row.format(
                    "%.2f,%.1f,%s,%s,%s,%s",
                    row.a,
                    row.b,
                    row.day("dd/MM/uuuu H:mm"),
                    row.day("MM/dd/uuuu"),
                    row.day("dd.MM.uuuu"),
                    row.day("uuuuMMdd")),
            "a,b,d,e,f,g,y",
            row ->
                row.format(
                    "%.2f,%.1f,%s,%s,%s,%s",
                    row.a,
                    row.b,
                    row.day("uuuu-MM-dd'T'HH:mm"),
                    row.day("uuuu-MM-dd"),
                    row.day("uuuu-MM-dd"),
                    row.day("uuuu-MM-dd")),
            1e-9,
            List.of("d/M/uuuu H:mm", "M/d/uuuu", "d.M.uuuu", "uuuuMMdd"),
            List.of("d: {type: date, notation: \"d/M/uuuu H:mm\"")),
        new Kind(
            "texts for nothing",
            plain,
            row -> row.holes("broken", NOTHING[row.number / 9 % NOTHING.length]),
            plain,
            row -> row.holes("", ""),
            1e-9,
            List.of("broken"),
            List.of("missing: ")),
        new Kind(
            "cells out of all bounds",
            plain,
            row -> row.three("1e30", "1e200", "1e308"),
            plain,
            row -> row.three("", "", ""),
            ONE_ROW,
            List.of("column a: the value 1.0E30 counts", "value 1.0E200", "value 1.0E308"),
            List.of("b: {type: number,")),
        new Kind(
            "names of rows",
            "id,a,count,b,c,y",
            row ->
                row.format(
                    "u%05d,%.2f,%d,%.1f,%.1f",
                    row.number * 7919 % 99991, row.a, row.number + 1, row.b, row.c),
            plain,
            numbers,
            1e-9,
            List.of("id", "count"),
            List.of("id: {type: ignore}", "count: {type: ignore}")),
        new Kind(
            "codes that begin with zero",
            "a,b,zip,y",
            row ->
                row.format(
                    "%.2f,%.1f,%s", row.a, row.b, row.when.getMonthValue() < 7 ? "01234" : "02345"),
            "a,b,zip,y",
            row ->
                row.format(
                    "%.2f,%.1f,%s", row.a, row.b, row.when.getMonthValue() < 7 ? "z01" : "z02"),
            ONE_ROW,
            List.of("zip"),
            List.of("zip: {type: category,")),
        new Kind(
            "rows without a label",
            plain,
            row -> {
              String line = numbers.line(row);
              String cells = line.substring(0, line.lastIndexOf(',') + 1);
              return row.number % 20 == 3 ? cells + "NA" : row.number % 20 == 5 ? cells : line;
            },
            plain,
            row -> row.number % 20 == 3 || row.number % 20 == 5 ? "" : numbers.line(row),
            ONE_ROW,
            List.of("30 of 300 rows have no label"),
            List.of("label: \"y\"")),
        new Kind(
            "a first line for Excel",
            "sep=;\na;b;c;y",
            row -> numbers.line(row).replace(',', ';'),
            plain,
            numbers,
            1e-9,
            List.of("regression of y, from 3 columns and 300 rows"),
            List.of("delimiter: ")));
  }

  private String path(String file) {
    return directory.resolve(file).toString();
  }

  private void write(String file, String header, Writing writing, long seed) throws IOException {
    List<String> lines = new ArrayList<>(List.of(header));
    Row.some(seed).stream().map(writing::line).filter(line -> !line.isEmpty()).forEach(lines::add);
    Files.write(directory.resolve(file), lines);
  }

  private JsonNode json(String file) throws IOException {
    return new ObjectMapper().readTree(directory.resolve(file).toFile());
  }

  /** What was said, and the errors that the rows are predicted with. */
  private record Seen(String said, String written, List<Double> errors) {}

  private Seen see(String name, String header, Writing writing) throws IOException {
    write(name + ".csv", header, writing, 1);
    write(name + "-test.csv", header, writing, 2);
    String said =
        CommandLineRun.of(
                "fit",
                path(name + ".csv"),
                "--label",
                "y",
                "--out",
                path(name),
                "--store",
                path("store"))
            .assertDone()
            .out();
    JsonNode evaluation =
        new ObjectMapper()
            .readTree(
                CommandLineRun.evaluate(
                        directory,
                        name,
                        name + "-test.csv",
                        "--on-bad-record",
                        "quarantine",
                        "--json")
                    .assertDone()
                    .out());
    CommandLineRun.of(
            "init", path(name + ".csv"), "--label", "y", "--stream", "--out", path(name + ".yaml"))
        .assertDone();
    CommandLineRun.of(
            "train-online",
            path(name + ".yaml"),
            "--store",
            path("store"),
            "--out",
            path(name + "-stream"),
            "--set",
            "input.file.onBadRecord=quarantine")
        .assertDone();
    return new Seen(
        said,
        Files.readString(directory.resolve(name + ".yaml")),
        List.of(
            json(name + "/summary.json").get("selection").get(0).get("error").asDouble(),
            evaluation.get("regression").get("rmse").asDouble(),
            json(name + "-stream/summary.json").get("finished").get("error").asDouble()));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aMessyTableIsItsTwin(Kind kind) throws IOException {
    Seen messy = see("messy", kind.header, kind.messy);
    Seen twin = see("twin", kind.plainHeader, kind.plain);
    assertThat(messy.said).contains(kind.said);
    assertThat(messy.written).contains(kind.written);
    for (int i = 0; i < twin.errors.size(); i++) {
      double error = twin.errors.get(i);
      assertThat(messy.errors.get(i))
          .as("%s and %s", messy.errors, twin.errors)
          .isCloseTo(error, within((i == STREAM ? kind.tolerance : CHANCE) * error));
    }
  }
}
