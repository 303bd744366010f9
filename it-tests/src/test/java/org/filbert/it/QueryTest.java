package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.types.Row;
import org.apache.flink.util.CollectionUtil;
import org.apache.parquet.format.DateType;
import org.apache.parquet.format.DecimalType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.MilliSeconds;
import org.apache.parquet.format.TimeType;
import org.apache.parquet.format.TimeUnit;
import org.apache.parquet.format.TimestampType;
import org.apache.parquet.format.Type;
import org.filbert.connectors.parquet.ParquetWriter;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Models of the rows of SQL queries are those of the same rows in files. */
class QueryTest {
  @RegisterExtension static final SharedFlink FLINK = new SharedFlink();

  private static final long DAY_MILLIS = 86_400_000;

  @TempDir Path directory;

  private String path(String file) {
    return directory.resolve(file).toString();
  }

  /** The same rows as a JSON table of Flink and as a Parquet file of every kind of column. */
  @BeforeEach
  void write() throws IOException {
    rows("train", 240, 1);
    rows("test", 80, 2);
    Files.writeString(
        directory.resolve("tables.sql"),
        """
        -- Bookings; a comment with a semicolon.
        SET 'table.local-time-zone' = 'UTC';
        """
            + table("train")
            + table("test"));
  }

  private String table(String name) {
    return """
    CREATE TABLE %s (
      id BIGINT, age DOUBLE, rate FLOAT, cost DECIMAL(9, 2), loyal BOOLEAN, city STRING,
      born DATE, arrives TIME, booked TIMESTAMP(3), paid TIMESTAMP_LTZ(3), price DOUBLE
    ) WITH ('connector' = 'filesystem', 'format' = 'json', 'path' = '%s');
    """
        .formatted(name, path(name + ".json"));
  }

  private void rows(String name, int count, long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    List<String> lines = new ArrayList<>();
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      double age = random.nextInt(4000) / 1000.0;
      float rate = random.nextInt(100) / 8.0f;
      Integer cost = i % 7 == 0 ? null : random.nextInt(90_000);
      boolean loyal = random.nextBoolean();
      String city = i % 11 == 0 ? null : random.nextBoolean() ? "north" : "south, \"x\"";
      int born = random.nextInt(20_000);
      int arrives = random.nextInt(86_400) * 1000;
      long booked = random.nextInt(20_000) * DAY_MILLIS + 60_000L * random.nextInt(1440);
      long paid = booked + 1000L * random.nextInt(86_400);
      double price = 100 * Math.sin(2 * age) + (loyal ? 80 : 0) + random.nextInt(10);
      rows.add(
          new @Nullable Object[] {
            i, age, rate, cost, loyal, city, born, arrives, booked, paid, price
          });
      lines.add(
          String.format(
              Locale.ROOT,
              """
              {"id": %d, "age": %s, "rate": %s, "cost": %s, "loyal": %s, "city": %s, "born": "%s", \
              "arrives": "%tT", "booked": "%s", "paid": "%sZ", "price": %s}\
              """,
              i,
              age,
              rate,
              cost == null ? null : String.format(Locale.ROOT, "%.2f", cost / 100.0),
              loyal,
              city == null ? null : '"' + city.replace("\"", "\\\"") + '"',
              LocalDate.ofEpochDay(born),
              LocalTime.ofNanoOfDay(arrives * 1_000_000L),
              stamp(booked),
              stamp(paid),
              price));
    }
    Files.write(directory.resolve(name + ".json"), lines);
    TimeUnit millis = TimeUnit.MILLIS(new MilliSeconds());
    new ParquetWriter()
        .column("id", Type.INT64, null)
        .column("age", Type.DOUBLE, null)
        .column("rate", Type.FLOAT, null)
        .column("cost", Type.INT32, LogicalType.DECIMAL(new DecimalType(2, 9)))
        .column("loyal", Type.BOOLEAN, null)
        .text("city")
        .column("born", Type.INT32, LogicalType.DATE(new DateType()))
        .column("arrives", Type.INT32, LogicalType.TIME(new TimeType(false, millis)))
        .column("booked", Type.INT64, LogicalType.TIMESTAMP(new TimestampType(false, millis)))
        .column("paid", Type.INT64, LogicalType.TIMESTAMP(new TimestampType(true, millis)))
        .column("price", Type.DOUBLE, null)
        .write(directory.resolve(name + ".parquet"), rows);
  }

  private static String stamp(long millis) {
    return Instant.ofEpochMilli(millis).toString().replace('T', ' ').replace("Z", "");
  }

  private CommandLineRun run(String... args) {
    List<String> all = new ArrayList<>(List.of(args));
    all.addAll(List.of("--store", path("store")));
    return CommandLineRun.of(all.toArray(String[]::new));
  }

  private Map<String, String> parts(String model) throws IOException {
    return StoredParts.of(directory.resolve("store"), model);
  }

  @Test
  void fitOfAQueryIsFitOfTheSameRowsInAFile() throws IOException {
    run("fit", path("train.parquet"), "--label", "price", "--name", "file", "--out", path("file"))
        .assertDone();
    String out =
        run(
                "fit",
                "--sql",
                path("tables.sql"),
                "--query",
                "SELECT * FROM train",
                "--label",
                "price",
                "--name",
                "query",
                "--out",
                path("query"))
            .assertDone()
            .out();
    assertThat(out)
        .contains(
            "--query: 240 rows, kept in " + path("query/rows/train.parquet"),
            "regression of price, from ");
    assertThat(parts("query")).isNotEmpty().isEqualTo(parts("file"));

    // what it used repeats it, by the rows that it kept
    Files.delete(directory.resolve("train.json"));
    run("train", path("query/chosen.yaml"), "--out", path("again")).assertDone();
    assertThat(parts("query")).isEqualTo(parts("file"));
    assertThat(directory.resolve("query/chosen.yaml"))
        .content()
        .contains("query: SELECT * FROM train");
  }

  @Test
  void aConfigurationNamesQueries() throws IOException {
    String settings =
        """
        parallelism: 2
        task: regression
        preprocessing:
          columns:
            age: {type: number}
            cost: {type: number, missing: mean}
            loyal: {type: number}
            city: {type: category}
            booked: {type: date}
            paid: {type: date}
        kernel: {type: gaussian, sigma: 2}
        objective: {ridge: 0.1}
        solver: {type: block-coordinate-descent, blockSize: 100, epochs: 3}
        """;
    Files.writeString(
        directory.resolve("query.yaml"),
        """
        name: query
        data:
          train:
            sql: %s
            query: SELECT * FROM train
            format: {type: parquet, label: price, ignore: [id, rate, born, arrives]}
          test: {query: SELECT * FROM test WHERE price > 20}
        """
                .formatted(path("tables.sql"))
            + settings);
    Files.writeString(
        directory.resolve("file.yaml"),
        """
        name: file
        data:
          train:
            path: %s
            format: {type: parquet, label: price, ignore: [id, rate, born, arrives]}
        """
                .formatted(path("train.parquet"))
            + settings);
    String out = run("train", path("query.yaml"), "--out", path("query")).assertDone().out();
    assertThat(out).contains("data.train.query: 240 rows, kept in ", "data.test.query: ");
    run("train", path("file.yaml"), "--out", path("file")).assertDone();
    assertThat(parts("query")).isNotEmpty().isEqualTo(parts("file"));
    assertThat(directory.resolve("query/config.yaml")).content().contains("query:");
  }

  @Test
  void refusals() throws IOException {
    refused("SELECT nothing FROM train", "--query: Column 'nothing' not found in any table");
    refused("SELECT * FROM train WHERE id < 0", "--query: found no rows, allowed one or more");
    refused(
        "SELECT price, ROW(age, rate) AS pair FROM train",
        "--query: found the column pair of the type ROW<");
    refused(
        "SELECT price, ARRAY[age, rate] AS pair FROM train",
        "--query: found the column pair of the type ARRAY<DOUBLE");
    Files.writeString(
        directory.resolve("tables.sql"),
        "\n"
            + "-- first\n"
            + "SET 'a' = 'b';\n"
            + "CREATE TABLE t (a INT) WITH ('connector' = 'none');\n"
            + "SELECT a FROM t;");
    refused("SELECT * FROM t", "tables.sql:5: Could not find any factory for identifier 'none'");
    Files.writeString(
        directory.resolve("tables.sql"),
        "CREATE TABLE t (a INT, price INT) WITH ('connector' = 'datagen');");
    refused("SELECT * FROM t", "--query: Querying an unbounded table");
    assertThat(directory.resolve("refused/rows")).isEmptyDirectory();
  }

  private void refused(String query, String message) {
    run(
            "fit",
            "--sql",
            path("tables.sql"),
            "--query",
            query,
            "--label",
            "price",
            "--out",
            path("refused"))
        .assertRefused(message);
  }

  @Test
  void aConfigurationIsProposedForAQuery() throws IOException {
    CommandLineRun.of(
            "init",
            "--sql",
            path("tables.sql"),
            "--query",
            "SELECT age, city, price FROM train",
            "--label",
            "price",
            "--out",
            path("proposed.yaml"))
        .assertDone();
    assertThat(directory.resolve("proposed.yaml"))
        .content()
        .contains(
            "name: tables\n",
            "    sql: " + path("tables.sql"),
            "    query: \"SELECT age, city, price FROM train\"")
        .doesNotContain("path:");
    run("train", path("proposed.yaml"), "--set", "solver.epochs=4", "--out", path("proposed"))
        .assertDone();
  }

  @Test
  void queriesAreScored() throws IOException {
    run("fit", path("train.parquet"), "--label", "price", "--name", "prices", "--out", path("fit"))
        .assertDone();
    String[] query = {"--sql", path("tables.sql"), "--query", "SELECT * FROM test"};
    String[] file = {"--input", path("test.parquet")};
    assertThat(scored("evaluate", query, "--json")).isEqualTo(scored("evaluate", file, "--json"));
    scored("predict", query, "--output", path("query.csv"));
    scored("predict", file, "--output", path("file.csv"));
    assertThat(Files.readAllLines(directory.resolve("query.csv")))
        .hasSize(81)
        .isEqualTo(Files.readAllLines(directory.resolve("file.csv")));
    assertThat(directory.resolve("runs")).isEmptyDirectory(); // the rows are not kept longer
    assertThat(
            run("predict", "--model", "prices", "--sql", path("tables.sql"), "--output", path("p"))
                .err())
        .startsWith("Missing required option: '--query=SELECT'");
    run("evaluate", "--model", "prices", "--query", "SELECT 1", "--input", path("test.parquet"))
        .assertRefused("--query: found with --input, allowed one of them");
  }

  private String scored(String command, String[] input, String... more) {
    List<String> all = new ArrayList<>(List.of(command, "--model", "prices"));
    all.addAll(List.of(input));
    all.addAll(List.of(more));
    return run(all.toArray(String[]::new)).assertDone().out();
  }

  @Test
  void predictionsAreInsertedIntoATable() throws IOException {
    run("fit", path("train.parquet"), "--label", "price", "--name", "prices", "--out", path("fit"))
        .assertDone();
    scored("predict", new String[] {"--input", path("test.parquet")}, "--output", path("file.csv"));
    String tables = Files.readString(directory.resolve("tables.sql"));
    Files.writeString(
        directory.resolve("tables.sql"),
        tables
            + """
            CREATE TABLE predicted (prediction DOUBLE, id BIGINT, model_version INT)
            WITH ('connector' = 'filesystem', 'format' = 'json', 'path' = '%s');
            CREATE TABLE wrong (prediction DOUBLE, ident BIGINT)
            WITH ('connector' = 'blackhole');
            CREATE TABLE bare (id BIGINT) WITH ('connector' = 'blackhole');
            """
                .formatted(path("predicted")));
    assertThat(into("SELECT * FROM test", "predicted").assertDone().out())
        .isEqualTo("predictions of prices@1 are in predicted\n");
    Map<Long, Double> inserted = inserted();
    assertThat(predicted())
        .hasSize(80)
        .allSatisfy((id, number) -> assertThat(inserted.get(id)).isCloseTo(number, within(1e-6)));
    into("SELECT * FROM test", "wrong")
        .assertRefused("--into: found the column ident of wrong, which neither the query nor");
    into("SELECT * FROM test", "bare")
        .assertRefused("--into: found the columns [id] of bare, needed is one or more of [");
    into("SELECT * FROM test", "none").assertRefused("--into: Table `none` was not found.");
    into("SELECT id FROM test", "predicted")
        .assertRefused("--query: found the columns [id], needed are those that the model");
    into(
            "SELECT id, LAST_VALUE(age) AS age, LAST_VALUE(rate) AS rate, LAST_VALUE(cost) AS cost,"
                + " LAST_VALUE(loyal) AS loyal, LAST_VALUE(city) AS city, LAST_VALUE(born) AS born,"
                + " LAST_VALUE(arrives) AS arrives, LAST_VALUE(booked) AS booked,"
                + " LAST_VALUE(paid) AS paid FROM test GROUP BY id",
            "predicted")
        .assertRefused("doesn't support consuming update changes");
    Files.writeString(
        directory.resolve("tables.sql"), tables + "SET 'execution.runtime-mode' = 'batch';");
    into("SELECT * FROM test", "predicted")
        .assertRefused(
            "tables.sql:11: found 'execution.runtime-mode' = 'batch', allowed streaming, as");
  }

  private CommandLineRun into(String query, String table) {
    return run(
        "predict",
        "--model",
        "prices",
        "--sql",
        path("tables.sql"),
        "--query",
        query,
        "--into",
        table);
  }

  /** By the ids, which count the rows from 0. */
  private Map<Long, Double> predicted() throws IOException {
    return Files.readAllLines(directory.resolve("file.csv")).stream()
        .skip(1)
        .map(line -> line.split(","))
        .collect(
            Collectors.toMap(
                cells -> Long.parseLong(cells[0]) - 1, cells -> Double.valueOf(cells[1])));
  }

  private Map<Long, Double> inserted() throws IOException {
    Map<Long, Double> found = new HashMap<>();
    try (Stream<Path> files = Files.walk(directory.resolve("predicted"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        for (String line : Files.readAllLines(file)) {
          JsonNode row = new ObjectMapper().readTree(line);
          assertThat(row.get("model_version").intValue()).isEqualTo(1);
          found.put(row.get("id").longValue(), row.get("prediction").doubleValue());
        }
      }
    }
    return found;
  }

  @Test
  void aScriptTrainsAndPredicts() throws IOException {
    Files.writeString(
        directory.resolve("script.sql"),
        """
        CREATE CATALOG stored WITH ('type' = 'filbert', 'store' = '%s');
        USE CATALOG stored;
        SET 'table.local-time-zone' = 'UTC';
        """
                .formatted(path("store"))
            + table("train")
            + table("test")
            + """
            CREATE VIEW few AS SELECT age, city, price FROM train;
            CALL sys.fit('few', 'price', 'prices');
            CALL sys.evaluate('prices', 'test');
            CREATE TABLE predicted (id BIGINT, prediction DOUBLE)
            WITH ('connector' = 'filesystem', 'format' = 'json', 'path' = '%s');
            INSERT INTO predicted SELECT id, prediction
            FROM ML_PREDICT(TABLE test, MODEL `default`.prices, DESCRIPTOR(age, city));
            SELECT id, prediction FROM predicted WHERE id = 7;
            SHOW MODELS FROM `default`;
            """
                .formatted(path("predicted")));
    String out = CommandLineRun.of("sql", path("script.sql")).assertDone().out();
    assertThat(out)
        .containsPattern("\\| +name \\| version \\|")
        .containsPattern("\\| +regression\\.rmse \\|")
        .containsPattern("\\| +prices \\|")
        .containsPattern("\\| +\\+I \\| +7 \\| ");
    Files.writeString(
        directory.resolve("script.sql"), "SHOW CATALOGS;\n\nSELECT nothing\nFROM nowhere;");
    CommandLineRun failed = CommandLineRun.of("sql", path("script.sql"));
    failed.assertRefused("script.sql:3: Object 'nowhere' not found");
    assertThat(failed.out()).contains("default_catalog");
    CommandLineRun.of("sql", path("none.sql"))
        .assertRefused("none.sql: found no file, allowed one of SQL statements");
    CommandLineRun.of("sql").assertRefused("FILE: found none, allowed a file of statements");
  }

  private static List<Row> all(TableEnvironment env, String statement) {
    return CollectionUtil.iteratorToList(env.executeSql(statement).collect());
  }

  private TableEnvironment catalog() {
    StreamTableEnvironment env =
        StreamTableEnvironment.create(StreamExecutionEnvironment.getExecutionEnvironment());
    env.getConfig().set("table.local-time-zone", "UTC");
    env.executeSql(
        "CREATE CATALOG stored WITH ('type' = 'filbert', 'store' = '%s')".formatted(path("store")));
    env.executeSql("USE CATALOG stored");
    return env;
  }

  @Test
  void proceduresTrainAndEvaluate() throws IOException {
    run("fit", path("train.parquet"), "--label", "price", "--name", "file", "--out", path("file"))
        .assertDone();
    TableEnvironment env = catalog();
    env.executeSql(table("train").strip().replace(";", ""));
    env.executeSql(table("test").strip().replace(";", ""));
    List<Row> fitted =
        all(
            env,
            "CALL sys.fit(source => 'train', label => 'price', name => 'prices', test => 'test')");
    assertThat(fitted).hasSize(1);
    assertThat(fitted.get(0).getField(0)).isEqualTo("prices");
    assertThat(fitted.get(0).getField(1)).isEqualTo(1);
    assertThat(parts("prices")).isEqualTo(parts("file"));
    Map<Object, Object> measures =
        all(env, "CALL sys.evaluate('prices', 'test')").stream()
            .collect(Collectors.toMap(row -> row.getField(0), row -> row.getField(1)));
    assertThat(measures).containsEntry("rows", 80.0);
    assertThat((double) measures.get("regression.rmse")).isBetween(1.0, 60.0);
    env.executeSql("CREATE VIEW few AS SELECT age, loyal, city, price FROM train");
    assertThat(all(env, "CALL sys.fit('few', 'price', 'few')")).hasSize(1);
    env.executeSql(
        """
        CREATE TEMPORARY MODEL predicted INPUT (age DOUBLE, loyal BOOLEAN, city STRING)
        OUTPUT (prediction DOUBLE)
        WITH ('provider' = 'filbert', 'store' = '%s', 'model' = 'few')
        """
            .formatted(path("store")));
    assertThat(
            all(
                env,
                "SELECT price, prediction FROM ML_PREDICT(TABLE test, MODEL predicted,"
                    + " DESCRIPTOR(age, loyal, city))"))
        .hasSize(80)
        .allSatisfy(
            row ->
                assertThat((double) row.getField(1))
                    .isCloseTo((double) row.getField(0), within(100.0)));
    try (Stream<Path> runs = Files.list(directory.resolve("runs"))) {
      assertThat(runs).hasSize(2); // an evaluation leaves none
    }
    assertThatThrownBy(() -> all(env, "CALL sys.fit('train', 'prise', 'prices')"))
        .hasStackTraceContaining("prise");
    assertThatThrownBy(() -> all(env, "CALL sys.fit('nothing', 'price', 'prices')"))
        .hasStackTraceContaining("source: Object 'nothing' not found");
    assertThatThrownBy(
            () ->
                all(
                    env,
                    "CALL sys.fit(source => 'train', label => 'price', name => 'prices',"
                        + " weight => 'price')"))
        .hasStackTraceContaining("--weight: found price, the label, allowed another column");
    assertThatThrownBy(() -> all(env, "CALL sys.evaluate('none', 'test')"))
        .hasStackTraceContaining("found no model none");
    List<Row> explained =
        all(env, "CALL sys.effects('few', '(SELECT * FROM test WHERE id < 3)', 'id')");
    assertThat(explained)
        .hasSize(3 * 3)
        .extracting(row -> row.getField(3))
        .contains("age", "loyal");
    for (int i = 0; i < explained.size(); i += 3) {
      double sum = (double) explained.get(i).getField(2);
      for (Row effect : explained.subList(i, i + 3)) {
        assertThat(effect.getField(0)).isEqualTo(Integer.toString(i / 3));
        sum += (double) effect.getField(4);
      }
      double prediction = Double.parseDouble((String) explained.get(i).getField(1));
      assertThat(sum).isCloseTo(prediction, within(1e-3));
    }
    assertThatThrownBy(() -> all(env, "CALL sys.effects('few', 'test', 'nothing')"))
        .hasStackTraceContaining("nothing");
  }

  @Test
  void aModelTakesTheColumnsOfItsTableWithoutCasts() throws IOException {
    TableEnvironment env = catalog();
    env.executeSql(table("train").strip().replace(";", ""));
    env.executeSql(table("test").strip().replace(";", ""));
    String typed =
        "SELECT id, CAST(id + 1000 AS INT) AS code, age, rate, cost, loyal, city, born, arrives,"
            + " booked, paid";
    env.executeSql("CREATE VIEW learned AS " + typed + ", price FROM train");
    env.executeSql("CREATE VIEW asked AS " + typed + " FROM test");
    Files.writeString(
        directory.resolve("typed.yaml"),
        """
        name: typed
        precision: double
        task: regression
        parallelism: 2
        data:
          train:
            sql: %s
            query: >
              SELECT age, rate, cost, loyal, city, born, arrives, booked, paid,
              CAST(id + 1000 AS INT) AS code, price FROM train
            format: {type: parquet, label: price}
        preprocessing:
          columns:
            code: {type: category, maxCategories: 8}
            age: {type: number}
            rate: {type: number}
            cost: {type: number, missing: mean}
            loyal: {type: category}
            city: {type: category}
            born: {type: date}
            arrives: {type: category, maxCategories: 8}
            booked: {type: date}
            paid: {type: date}
        kernel: {type: gaussian, sigma: 2}
        objective: {ridge: 0.1}
        solver: {type: block-coordinate-descent, blockSize: 100, epochs: 3}
        """
            .formatted(path("tables.sql")));
    run("train", path("typed.yaml"), "--out", path("typed")).assertDone();
    assertThat(all(env, "DESCRIBE MODEL `default`.typed").stream().map(Row::toString))
        .anyMatch(row -> row.contains("born, DATE"))
        .anyMatch(row -> row.contains("booked, TIMESTAMP(9)"))
        .anyMatch(row -> row.contains("paid, TIMESTAMP_LTZ(9)"))
        .anyMatch(row -> row.contains("arrives, TIME(0)"))
        .anyMatch(row -> row.contains("loyal, BOOLEAN"))
        .anyMatch(row -> row.contains("code, DOUBLE"));
    Map<Object, Object> answers =
        all(
                env,
                "SELECT id, prediction FROM ML_PREDICT(TABLE asked, MODEL `default`.typed,"
                    + " DESCRIPTOR(code, age, rate, cost, loyal, city, born, arrives, booked,"
                    + " paid))")
            .stream()
            .collect(Collectors.toMap(row -> row.getField(0), row -> row.getField(1)));
    run(
            "predict",
            "--model",
            "typed",
            "--sql",
            path("tables.sql"),
            "--query",
            "SELECT *, CAST(id + 1000 AS INT) AS code FROM test",
            "--output",
            path("file.csv"))
        .assertDone();
    assertThat(predicted())
        .hasSize(80)
        .allSatisfy(
            (id, number) -> assertThat((double) answers.get(id)).isCloseTo(number, within(1e-6)));
  }

  @Test
  void aProcedureTrainsAConfiguration() throws IOException {
    Files.writeString(
        directory.resolve("file.yaml"),
        """
        name: prices
        parallelism: 2
        task: regression
        data:
          train:
            path: %s
            format: {type: parquet, label: price, ignore: [id, rate, born, arrives, booked, paid]}
        preprocessing:
          columns:
            age: {type: number}
            cost: {type: number, missing: mean}
            loyal: {type: number}
            city: {type: category}
        kernel: {type: gaussian, sigma: 2}
        objective: {ridge: 0.1}
        solver: {type: block-coordinate-descent, blockSize: 100, epochs: 3}
        """
            .formatted(path("train.parquet")));
    TableEnvironment env = catalog();
    String call = "CALL sys.train('%s', '%s')";
    List<Row> trained =
        all(env, call.formatted(path("file.yaml"), "solver.epochs=2; objective.ridge=0.2;"));
    assertThat(trained).hasSize(1);
    assertThat(trained.get(0).getField(0)).isEqualTo("prices");
    assertThat(trained.get(0).getField(1)).isEqualTo(1);
    assertThat(Path.of((String) trained.get(0).getField(2)).resolve("config.yaml"))
        .content()
        .contains("epochs: 2", "ridge: 0.2");
    assertThatThrownBy(() -> all(env, call.formatted(path("file.yaml"), "solver.epoch=2")))
        .hasStackTraceContaining("solver.epoch");
  }
}
