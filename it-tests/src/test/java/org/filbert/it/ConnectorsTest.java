package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.parquet.format.DateType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.Type;
import org.filbert.connectors.parquet.ParquetWriter;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows from tables of Apache Iceberg and of a database, and predictions into such. */
@Tag("ci")
class ConnectorsTest {
  /** Jars of Flink's connectors and what they need, which the profile {@code ci} puts there. */
  private static final Path JARS = Path.of("target", "tables");

  private static final String COLUMNS =
      "(nights INT, rate DOUBLE, city STRING, booked DATE, price DOUBLE)";

  private static final int ROWS = 200;

  @TempDir Path directory;

  private String path(String file) {
    return directory.resolve(file).toString();
  }

  private String run(String jars, String... command) throws IOException, InterruptedException {
    return ChildRun.withJars(
        List.of(JARS.resolve(jars)), List.of(command), directory.resolve("log.txt"));
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

  private void script(String name, String statements) throws IOException {
    Files.writeString(directory.resolve(name), statements);
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

  /** Fills a table, trains a model of it and of the same rows in a file, and predicts. */
  private void assertReadAndWritten(String jars, String bookings, String predicted)
      throws Exception {
    rows();
    script(
        "fill.sql",
        """
        CREATE TABLE default_catalog.default_database.lines %s
          WITH ('connector' = 'filesystem', 'format' = 'json', 'path' = '%s');
        INSERT INTO %s SELECT * FROM default_catalog.default_database.lines;
        """
            .formatted(COLUMNS, path("rows.json"), bookings));
    script(
        "count.sql",
        """
        SET 'execution.runtime-mode' = 'batch';
        SELECT COUNT(*) AS n, COUNT(prediction) AS m FROM %s;
        """
            .formatted(predicted));
    configuration("file", "path: " + path("rows.parquet"));
    configuration(
        jars, "sql: %s%n    query: SELECT * FROM %s".formatted(path("tables.sql"), bookings));
    run(jars, "sql", path("tables.sql"), path("fill.sql"));
    run(jars, "train", path(jars + ".yaml"), "--out", path(jars + "-run"));
    CommandLineRun.of("train", path("file.yaml"), "--out", path("file-run")).assertDone();
    assertThat(parts(jars)).isNotEmpty().isEqualTo(parts("file"));

    run(
        jars,
        "predict",
        "--model",
        jars,
        "--store",
        path("store"),
        "--sql",
        path("tables.sql"),
        "--query",
        "SELECT * FROM " + bookings,
        "--into",
        predicted);
    assertThat(run(jars, "sql", path("tables.sql"), path("count.sql"))).contains("200 | 200");
  }

  @Test
  void aTableOfIceberg() throws Exception {
    script(
        "tables.sql",
        """
        SET 'table.exec.iceberg.use-v2-sink' = 'true';
        CREATE CATALOG lake
          WITH ('type' = 'iceberg', 'catalog-type' = 'hadoop', 'warehouse' = 'file://%s');
        CREATE DATABASE IF NOT EXISTS lake.travel;
        CREATE TABLE IF NOT EXISTS lake.travel.bookings %s;
        CREATE TABLE IF NOT EXISTS lake.travel.predicted (nights INT, prediction DOUBLE);
        """
            .formatted(path("warehouse"), COLUMNS));
    assertReadAndWritten("iceberg", "lake.travel.bookings", "lake.travel.predicted");
  }

  /** Flink makes no tables in a database. */
  private void database(String url) throws Exception {
    System.setProperty("derby.stream.error.file", path("derby.log")); // else where the build runs
    try (Stream<Path> jars = Files.list(JARS.resolve("jdbc"))) {
      List<URL> urls = new ArrayList<>();
      for (Path jar : jars.toList()) {
        urls.add(jar.toUri().toURL());
      }
      try (URLClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new))) {
        Driver derby =
            (Driver)
                loader
                    .loadClass("org.apache.derby.jdbc.EmbeddedDriver")
                    .getConstructor()
                    .newInstance();
        try (Connection connection = derby.connect(url + ";create=true", new Properties());
            Statement statement = connection.createStatement()) {
          statement.execute(
              "CREATE TABLE bookings (nights INT, rate DOUBLE, city VARCHAR(20), booked DATE, price"
                  + " DOUBLE)");
          statement.execute("CREATE TABLE predicted (nights INT, prediction DOUBLE)");
        }
        assertThatThrownBy(() -> derby.connect(url + ";shutdown=true", new Properties()))
            .isInstanceOf(SQLException.class); // which tells that it is shut down
      }
    }
  }

  @Test
  void aTableOfADatabase() throws Exception {
    String url = "jdbc:derby:" + path("database");
    database(url);
    script(
        "tables.sql",
        """
        CREATE TABLE bookings %1$s
        WITH ('connector' = 'jdbc', 'url' = '%2$s', 'table-name' = 'bookings');
        CREATE TABLE predicted (nights INT, prediction DOUBLE)
        WITH ('connector' = 'jdbc', 'url' = '%2$s', 'table-name' = 'predicted');
        """
            .formatted(COLUMNS, url));
    assertReadAndWritten("jdbc", "bookings", "predicted");
  }
}
