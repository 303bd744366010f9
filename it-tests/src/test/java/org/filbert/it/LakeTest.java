package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.parquet.format.DateType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.Type;
import org.filbert.connectors.parquet.ParquetWriter;
import org.filbert.jobs.cli.Filbert;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows from a table of Apache Iceberg, and predictions into one. */
@Tag("ci")
class LakeTest {
  /** The table format and what it needs, which the profile {@code ci} puts there. */
  private static final Path JARS = Path.of("target", "lake");

  private static final int ROWS = 200;

  @TempDir Path directory;

  private String path(String file) {
    return directory.resolve(file).toString();
  }

  /** A command in a process with the jars of the table format. */
  private String run(String... command) throws IOException, InterruptedException {
    try (Stream<Path> jars = Files.list(JARS)) {
      String classPath =
          Stream.concat(
                  Stream.of(System.getProperty("java.class.path")),
                  jars.sorted().map(jar -> jar.toAbsolutePath().toString()))
              .collect(Collectors.joining(File.pathSeparator));
      List<String> arguments = new ArrayList<>(ChildRun.OPENED);
      arguments.add("-Djava.io.tmpdir=" + Files.createDirectories(directory.resolve("tmp")));
      arguments.addAll(List.of("-Xmx1g", "-cp", classPath, Filbert.class.getName()));
      arguments.addAll(List.of(command));
      try (ChildRun child = ChildRun.java(List.of(), arguments, directory.resolve("log.txt"))) {
        return child.assertDone();
      }
    }
  }

  /** The same rows as JSON, which the table is filled from, and as Parquet. */
  private void rows() throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    List<String> lines = new ArrayList<>();
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      int nights = random.nextInt(20);
      @Nullable Double rate = i % 7 == 0 ? null : random.nextInt(100) / 8.0;
      String city = random.nextBoolean() ? "north" : "south";
      int booked = random.nextInt(20_000);
      double price = 10 * nights + (city.equals("north") ? 30 : 0) + random.nextInt(5);
      rows.add(new @Nullable Object[] {nights, rate, city, booked, price});
      lines.add(
          String.format(
              Locale.ROOT,
              "{\"nights\": %d, \"rate\": %s, \"city\": \"%s\", \"booked\": \"%s\", \"price\": %s}",
              nights,
              rate,
              city,
              LocalDate.ofEpochDay(booked),
              price));
    }
    Files.write(directory.resolve("rows.json"), lines);
    new ParquetWriter()
        .column("nights", Type.INT32, null)
        .column("rate", Type.DOUBLE, null)
        .text("city")
        .column("booked", Type.INT32, LogicalType.DATE(new DateType()))
        .column("price", Type.DOUBLE, null)
        .write(directory.resolve("rows.parquet"), rows);
  }

  private void scripts() throws IOException {
    String columns = "(nights INT, rate DOUBLE, city STRING, booked DATE, price DOUBLE)";
    Files.writeString(
        directory.resolve("lake.sql"),
        """
        SET 'table.exec.iceberg.use-v2-sink' = 'true';
        CREATE CATALOG lake
          WITH ('type' = 'iceberg', 'catalog-type' = 'hadoop', 'warehouse' = 'file://%s');
        CREATE DATABASE IF NOT EXISTS lake.travel;
        CREATE TABLE IF NOT EXISTS lake.travel.bookings %s;
        CREATE TABLE IF NOT EXISTS lake.travel.predicted (nights INT, prediction DOUBLE);
        """
            .formatted(path("warehouse"), columns));
    Files.writeString(
        directory.resolve("fill.sql"),
        """
        CREATE TABLE lines %s WITH ('connector' = 'filesystem', 'format' = 'json', 'path' = '%s');
        INSERT INTO lake.travel.bookings SELECT * FROM lines;
        """
            .formatted(columns, path("rows.json")));
    Files.writeString(
        directory.resolve("count.sql"),
        """
        SET 'execution.runtime-mode' = 'batch';
        SELECT COUNT(*) AS n, COUNT(prediction) AS m FROM lake.travel.predicted;
        """);
  }

  private void configuration(String name, String source) throws IOException {
    Files.writeString(
        directory.resolve(name + ".yaml"),
        """
        name: %s
        task: regression
        parallelism: 2
        store: %s
        data:
          train:
            %s
            format: {type: parquet, label: price}
        preprocessing:
          columns:
            nights: {type: number}
            rate: {type: number}
            city: {type: category}
            booked: {type: date}
        kernel: {type: gaussian, sigma: 2}
        objective: {ridge: 0.1}
        solver: {type: block-coordinate-descent, blockSize: 100, epochs: 3}
        """
            .formatted(name, path("store"), source));
  }

  private Map<String, String> parts(String model) throws IOException {
    return StoredParts.of(directory.resolve("store"), model);
  }

  @Test
  void aTableOfIcebergIsReadAndWritten() throws Exception {
    rows();
    scripts();
    configuration("file", "path: " + path("rows.parquet"));
    configuration(
        "lake", "sql: " + path("lake.sql") + "\n    query: SELECT * FROM lake.travel.bookings");
    run("sql", path("lake.sql"), path("fill.sql"));
    run("train", path("lake.yaml"), "--out", path("lake-run"));
    CommandLineRun.of("train", path("file.yaml"), "--out", path("file-run")).assertDone();
    assertThat(parts("lake")).isNotEmpty().isEqualTo(parts("file"));

    run(
        "predict",
        "--model",
        "lake",
        "--store",
        path("store"),
        "--sql",
        path("lake.sql"),
        "--query",
        "SELECT * FROM lake.travel.bookings",
        "--into",
        "lake.travel.predicted");
    assertThat(run("sql", path("lake.sql"), path("count.sql"))).contains("200 | 200");
  }
}
