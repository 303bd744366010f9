package org.filbert.it.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.filbert.it.ChildRun;
import org.filbert.it.CommandLineRun;
import org.filbert.it.StoredParts;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The example of topics of Avro and Protobuf: their streams are those of the rows in a file. */
@Tag("ci")
@Timeout(600)
class TopicFormatsTest {
  @RegisterExtension static final KafkaBroker BROKER = new KafkaBroker();

  private static final Path EXAMPLE =
      Path.of("..", "examples", "topics").toAbsolutePath().normalize();
  private static final Path JARS = Path.of("target", "tables");
  private static final int ROWS = 200;
  private static final int BAD = 7;

  private static final String INSERT =
      """
      CREATE TABLE lines
        (id BIGINT, area DOUBLE, rooms INT, town STRING, built DATE, price DOUBLE)
      WITH ('connector' = 'filesystem', 'format' = 'json', 'path' = '%s');
      INSERT INTO %s
      SELECT id, area, rooms, town, %s, CASE WHEN id = 7 THEN 1e40 ELSE price END
      FROM lines;
      """;

  @TempDir Path directory;

  private String path(String file) {
    return directory.resolve(file).toString();
  }

  /** The rows, with and without the one that becomes bad in the topic. */
  @BeforeEach
  void write() throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    List<String> lines = new ArrayList<>();
    for (int i = 1; i <= ROWS; i++) {
      double area = random.nextInt(400, 2000) / 8.0;
      int rooms = random.nextInt(1, 8);
      String town = random.nextBoolean() ? "Rome" : "Paris";
      LocalDate built = LocalDate.ofEpochDay(random.nextInt(20_000));
      double price = 3 * area + 10 * rooms + (town.equals("Rome") ? 50 : 0);
      lines.add(
          String.format(
              Locale.ROOT,
              "{\"id\": %d, \"area\": %s, \"rooms\": %d, \"town\": %s, \"built\": \"%s\","
                  + " \"price\": %s}",
              i,
              i % 9 == 0 ? null : area,
              rooms,
              i % 13 == 0 ? null : '"' + town + '"',
              built,
              i % 10 == 0 ? null : price));
    }
    Files.write(directory.resolve("rows.jsonl"), lines);
    lines.remove(BAD - 1);
    Files.write(directory.resolve("good.jsonl"), lines);
  }

  private String run(List<Path> jars, String... command) throws IOException, InterruptedException {
    return ChildRun.withJars(jars, List.of(command), directory.resolve("log.txt"));
  }

  /** A script of the example for a topic of the test, which ends. */
  private String script(String name, String registry) throws IOException, InterruptedException {
    BROKER.createTopics(1, name);
    String script = Files.readString(EXAMPLE.resolve(name + ".sql"));
    assertThat(script).contains("'houses'", "localhost:9092", "'earliest-offset',");
    Files.writeString(
        directory.resolve(name + ".sql"),
        script
            .replace("'houses'", "'" + name + "'")
            .replace("localhost:9092", BROKER.address())
            .replace("http://localhost:8081", registry)
            .replace(
                "'earliest-offset',", "'earliest-offset', 'scan.bounded.mode' = 'latest-offset',"));
    return path(name + ".sql");
  }

  private List<String> learn(String name, String... settings) {
    List<String> arguments = new ArrayList<>();
    arguments.add("train-online");
    arguments.add(EXAMPLE.resolve("houses.yaml").toString());
    arguments.addAll(List.of("--out", path(name)));
    for (String setting :
        Stream.concat(
                Stream.of(
                    "name=" + name,
                    "store=" + path("store"),
                    "parallelism=2",
                    "batch={size: 20, maxDelay: 1h}"),
                Stream.of(settings))
            .toList()) {
      arguments.addAll(List.of("--set", setting));
    }
    return arguments;
  }

  /** Fills a topic by a table, learns from it, and compares with the rows in a file. */
  private void assertLearned(String name, String script, List<Path> jars, String table, String day)
      throws Exception {
    Files.writeString(
        directory.resolve("fill.sql"), INSERT.formatted(path("rows.jsonl"), table, day));
    run(jars, "sql", script, path("fill.sql"));
    assertThat(BROKER.all(name)).hasSize(ROWS);
    assertThat(new String(BROKER.all(name).get(0).value(), StandardCharsets.UTF_8))
        .doesNotContain("{");
    run(jars, learn(name, "input.sql.script=" + script).toArray(String[]::new));

    CommandLineRun.of(
            learn(
                    "file",
                    "input.sql=null",
                    "input.file={path: %s, format: {type: jsonlines, label: price, fields: [area, rooms, town, built]}}"
                        .formatted(path("good.jsonl")))
                .toArray(String[]::new))
        .assertDone();
    assertThat(StoredParts.of(directory.resolve("store"), name))
        .isNotEmpty()
        .isEqualTo(StoredParts.of(directory.resolve("store"), "file"));
    try (Stream<Path> files = Files.list(directory.resolve(name).resolve("dead-letters"))) {
      assertThat(files.filter(file -> file.toString().endsWith(".jsonl")))
          .singleElement()
          .satisfies(
              file ->
                  assertThat(Files.readAllLines(file))
                      .singleElement()
                      .asString()
                      .contains("input.sql[0]@" + (BAD - 1), "1.0E40", "\\\"id\\\":7"));
    }
  }

  @Test
  void recordsOfAvroWithARegistry() throws Exception {
    try (SchemaRegistry registry = new SchemaRegistry()) {
      assertLearned(
          "avro",
          script("avro", registry.address()),
          List.of(JARS.resolve("avro")),
          "houses",
          "built");
    }
  }

  /** The classes of the example's messages, as a jar. */
  private Path messages() throws IOException, InterruptedException {
    Path sources = Files.createDirectories(directory.resolve("messages"));
    Path protoc = JARS.resolve("protoc").resolve("protoc").toAbsolutePath();
    assertThat(protoc.toFile().setExecutable(true)).isTrue();
    Process generated =
        new ProcessBuilder(protoc.toString(), "--java_out=" + sources, "house.proto")
            .directory(EXAMPLE.toFile())
            .inheritIO()
            .start();
    assertThat(generated.waitFor()).isZero();
    Path classes = directory.resolve("classes");
    List<String> arguments = new ArrayList<>();
    try (Stream<Path> jars = Files.list(JARS.resolve("protobuf"));
        Stream<Path> files = Files.walk(sources)) {
      arguments.addAll(
          List.of(
              "-proc:none",
              "-d",
              classes.toString(),
              "-cp",
              String.join(File.pathSeparator, jars.map(Path::toString).toList())));
      files.map(Path::toString).filter(file -> file.endsWith(".java")).forEach(arguments::add);
    }
    assertThat(tool("javac", arguments)).isZero();
    Path jar = Files.createDirectories(directory.resolve("jars")).resolve("house.jar");
    assertThat(tool("jar", List.of("cf", jar.toString(), "-C", classes.toString(), "."))).isZero();
    return jar.getParent();
  }

  private static int tool(String name, List<String> arguments) {
    return ToolProvider.findFirst(name)
        .orElseThrow()
        .run(System.out, System.err, arguments.toArray(String[]::new));
  }

  @Test
  void recordsOfProtobuf() throws Exception {
    assertLearned(
        "protobuf",
        script("protobuf", ""),
        List.of(JARS.resolve("protobuf"), messages()),
        "house_records",
        "TIMESTAMPDIFF(DAY, DATE '1970-01-01', built)");
  }
}
