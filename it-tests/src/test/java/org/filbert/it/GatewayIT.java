package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.filbert.jobs.cli.Filbert;
import org.filbert.jobs.cluster.Installation;
import org.filbert.jobs.cluster.LocalCluster;
import org.filbert.jobs.cluster.LocalClusterOptions;
import org.filbert.jobs.config.yaml.ByteSize;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A cluster of processes that is asked over HTTP, by Flink's SQL gateway, and by commands. */
@Tag("ci")
@Timeout(600)
class GatewayIT {
  private static final Installation INSTALLATION =
      new Installation(Path.of("..").toAbsolutePath().normalize());
  private static final Path JARS = Path.of("target", "tables", "gateway").toAbsolutePath();
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  /** A view, as the cluster has no format of files but raw. Prices grow with a factor. */
  private static String houses(int factor) {
    return IntStream.range(0, 60)
        .mapToObj(
            i ->
                "(%d, '%s', %de0)"
                    .formatted(
                        i % 9,
                        i % 2 == 0 ? "Rome" : "Paris",
                        factor * (10 * (i % 9) + 40 * (i % 2))))
        .collect(
            Collectors.joining(
                ", ",
                "CREATE VIEW houses AS SELECT * FROM (VALUES ",
                ") AS t (nights, city, price)"));
  }

  @TempDir static Path directory;

  private static LocalCluster cluster;
  private static Process gateway;
  private static URI address;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        LocalCluster.start(
            new LocalClusterOptions(
                directory.resolve("cluster"),
                1,
                4,
                0,
                ByteSize.ofMebibytes(768),
                ByteSize.ofMebibytes(1536),
                Map.of(),
                Duration.ofSeconds(180)),
            INSTALLATION);
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    address = URI.create("http://localhost:" + port);
    String classPath =
        Stream.concat(INSTALLATION.libraries().stream(), Stream.of(JARS))
            .map(jars -> jars.resolve("*").toString())
            .collect(Collectors.joining(File.pathSeparator));
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx768m",
            "@" + cluster.configuration().resolve("jvm.options"),
            "-Djava.io.tmpdir=" + Files.createDirectories(directory.resolve("tmp")),
            "-cp",
            classPath,
            "org.apache.flink.table.gateway.SqlGateway",
            "-Dsql-gateway.endpoint.rest.address=localhost",
            "-Dsql-gateway.endpoint.rest.port=" + port,
            "-Dsql-gateway.endpoint.rest.bind-port=" + port, // the cluster has one for itself
            "-Drest.address=" + cluster.rest().getHost(),
            "-Drest.port=" + cluster.rest().getPort());
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("gateway.log").toFile());
    builder.environment().put("FLINK_CONF_DIR", cluster.configuration().toString());
    gateway = builder.start();
    awaitGateway();
  }

  private static void awaitGateway() throws Exception {
    while (true) {
      assertThat(gateway.isAlive()).as(ChildRun.said(directory.resolve("gateway.log"))).isTrue();
      try {
        assertThat(send(request("/info").GET()).get("productName").asText())
            .isEqualTo("Apache Flink");
        return;
      } catch (ConnectException e) {
        LockSupport.parkNanos(100_000_000);
      }
    }
  }

  @AfterAll
  static void stop() {
    if (gateway != null) {
      gateway.destroyForcibly().onExit().join();
    }
    if (cluster != null) {
      cluster.close();
    }
  }

  private static HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(address.resolve("/v2" + path))
        .header("Content-Type", "application/json");
  }

  private static HttpRequest.Builder post(String path, Object body) throws IOException {
    return request(path).POST(HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body)));
  }

  private static JsonNode send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return JSON.readTree(HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString()).body());
  }

  /** A session of the gateway in which the models of a store are a catalog. */
  private record Session(String handle) {
    static Session open(Path store) throws Exception {
      Session session =
          new Session(send(post("/sessions", Map.of())).get("sessionHandle").asText());
      session.run("ADD JAR '" + INSTALLATION.jobJar() + "'");
      session.run(
          "CREATE CATALOG stored WITH ('type' = 'filbert', 'store' = '%s')".formatted(store));
      session.run("USE CATALOG stored");
      return session;
    }

    /** The fields of the rows that a statement answers. */
    List<JsonNode> run(String statement) throws Exception {
      String operation =
          send(post("/sessions/" + handle + "/statements", Map.of("statement", statement)))
              .get("operationHandle")
              .asText();
      List<JsonNode> rows = new ArrayList<>();
      String next =
          "/sessions/%s/operations/%s/result/0?rowFormat=JSON".formatted(handle, operation);
      while (next != null) {
        JsonNode result = send(request(next).GET());
        assertThat(result.has("errors")).as("%s: %s", statement, result).isFalse();
        result.path("results").path("data").forEach(row -> rows.add(row.get("fields")));
        if (result.get("resultType").asText().equals("NOT_READY")) {
          LockSupport.parkNanos(50_000_000);
        }
        JsonNode uri = result.get("nextResultUri");
        next = uri == null || uri.isNull() ? null : uri.asText().replaceFirst("^/v\\d+", "");
      }
      return rows;
    }

    /** The nights, city and predicted price of the houses. */
    List<JsonNode> predict(String model) throws Exception {
      return run(
          "SELECT nights, city, prediction FROM ML_PREDICT((SELECT * FROM houses), MODEL"
              + " `default`.`%s`, DESCRIPTOR(nights, city))".formatted(model));
    }
  }

  @Test
  void aModelIsTrainedAndAskedOverHttp() throws Exception {
    Session session = Session.open(directory.resolve("store"));
    session.run(houses(1));
    assertThat(session.run("CALL sys.fit('houses', 'price', 'prices')"))
        .singleElement()
        .satisfies(row -> assertThat(row.get(0).asText()).isEqualTo("prices"));
    assertPrices(session.predict("prices"), 1);
  }

  private static void assertPrices(List<JsonNode> predictions, int factor) {
    assertThat(predictions).hasSize(60);
    assertThat(predictions)
        .allSatisfy(
            row ->
                assertThat(row.get(2).asDouble())
                    .isCloseTo(
                        factor
                            * (10.0 * row.get(0).asInt()
                                + (row.get(1).asText().equals("Rome") ? 0 : 40)),
                        Offset.offset(15.0 * factor)));
  }

  /** Each session has a table of its own in a view of the same name, and two of three models. */
  @Test
  void sessionsAtOnceDoNotMix() throws Exception {
    Path store = directory.resolve("at-once");
    List<Integer> factors = List.of(1, 10, 100);
    ExecutorService threads = Executors.newFixedThreadPool(factors.size());
    try {
      List<Future<List<JsonNode>>> asked = new ArrayList<>();
      for (int factor : factors) {
        asked.add(threads.submit(() -> fittedAndAsked(store, factor)));
      }
      for (int i = 0; i < asked.size(); i++) {
        assertPrices(asked.get(i).get(), factors.get(i));
      }
    } finally {
      threads.shutdownNow();
    }
    Session session = Session.open(store);
    session.run(houses(1));
    List<Double> largest = new ArrayList<>();
    for (int version = 1; version <= factors.size(); version++) {
      largest.add(
          session.predict("shared@" + version).stream()
              .mapToDouble(row -> row.get(2).asDouble())
              .max()
              .orElseThrow());
    }
    assertThat(session.run("CALL sys.versions()"))
        .extracting(row -> row.get(0).asText() + "@" + row.get(1).asText())
        .containsExactlyInAnyOrder(
            "prices1@1", "prices10@1", "prices100@1", "shared@1", "shared@2", "shared@3");
    assertThat(largest)
        .extracting(price -> (int) Math.round(Math.log10(price / 120)))
        .containsExactlyInAnyOrder(0, 1, 2);
  }

  private static List<JsonNode> fittedAndAsked(Path store, int factor) throws Exception {
    Session session = Session.open(store);
    session.run(houses(factor));
    session.run("CALL sys.fit('houses', 'price', 'prices%d')".formatted(factor));
    session.run("CALL sys.fit('houses', 'price', 'shared')");
    return session.predict("prices" + factor);
  }

  /** Waits for so many lines of a run's table, in a way that the test's timeout ends. */
  private static void awaitLines(TinyStream stream, String run, int count) throws Exception {
    Path curve = stream.run(run).resolve("curve.jsonl");
    while (!Files.exists(curve) || stream.curve(run).size() < count) {
      Thread.sleep(20);
    }
  }

  private static void stop(Session session, JsonNode job, Path run) throws Exception {
    assertThat(session.run("STOP JOB '%s' WITH SAVEPOINT".formatted(job.asText())))
        .singleElement()
        .satisfies(row -> assertThat(row.get(0).asText()).contains(run.toString()));
    assertThat(run.resolve("summary.json")).doesNotExist();
  }

  /**
   * A stream without an end, twice stopped by STOP JOB, says what one says that is never stopped.
   */
  @Test
  void aStreamIsStoppedByAStatementAndGoesOn() throws Exception {
    TinyStream stream = TinyStream.in(Files.createDirectories(directory.resolve("stream")));
    String settings = "learner.maxBlocks=4;progressive.every=%d".formatted(3 * TinyStream.ROWS);
    Session session = Session.open(stream.directory().resolve("store"));
    JsonNode started =
        session
            .run(
                "CALL sys.train_online('%s', '%s;input.file.passes=1000000')"
                    .formatted(stream.config(), settings))
            .get(0);
    Path run = Path.of(started.get(1).asText());
    String name = stream.directory().relativize(run).toString();
    session.run(
        "SET 'execution.checkpointing.savepoint-dir' = '%s'".formatted(run.resolve("savepoints")));
    awaitLines(stream, name, 1);
    stop(session, started.get(0), run);
    int before = stream.curve(name).size();
    JsonNode again = session.run("CALL sys.train_online(run => '%s')".formatted(run)).get(0);
    awaitLines(stream, name, before + 2);
    stop(session, again.get(0), run);
    List<String> seen = stream.curve(name);
    List<String> whole = new ArrayList<>(List.of(settings.split(";")));
    whole.add("input.file.passes=%d".formatted(3 * seen.size()));
    stream.train("whole", whole.toArray(String[]::new)).assertDone();
    assertThat(stream.curve("whole")).isEqualTo(seen);
  }

  @Test
  void aQueryIsFittedOnTheCluster() throws Exception {
    Files.writeString(directory.resolve("houses.sql"), houses(1) + ";");
    List<String> arguments = new ArrayList<>(ChildRun.OPENED);
    arguments.add("-Dfilbert.home=" + INSTALLATION.home());
    arguments.addAll(ChildRun.program(Filbert.class));
    arguments.addAll(
        List.of(
            "fit",
            "--sql",
            directory.resolve("houses.sql").toString(),
            "--query",
            "SELECT * FROM houses",
            "--label",
            "price",
            "--name",
            "houses",
            "--store",
            directory.resolve("fitted").toString(),
            "--out",
            directory.resolve("fit").toString(),
            "--cluster-directory",
            directory.resolve("cluster").toString()));
    try (ChildRun child = ChildRun.java(List.of(), arguments, directory.resolve("fit.log"))) {
      assertThat(child.assertDone()).contains("--query: 60 rows, kept in ");
    }
    assertThat(StoredParts.of(directory.resolve("fitted"), "houses")).isNotEmpty();
  }
}
