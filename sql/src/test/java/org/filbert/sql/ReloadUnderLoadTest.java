package org.filbert.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.metrics.Counter;
import org.apache.flink.runtime.testutils.InMemoryReporter;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;
import org.filbert.data.DenseRows;
import org.filbert.data.Features;
import org.filbert.data.Outputs;
import org.filbert.kernel.Gaussian;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.model.KernelExpansion;
import org.filbert.model.Preprocessing;
import org.filbert.model.Provenance;
import org.filbert.model.TrainedModel;
import org.filbert.operators.scoring.ModelChoice;
import org.filbert.operators.scoring.StreamPredictor;
import org.filbert.store.ModelStore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Five versions are published while 50,000 rows and more are in flight, one of them damaged.
 * Version v of the model answers every row with v.
 */
@Isolated // reads the log
@Timeout(300)
class ReloadUnderLoadTest {
  private static final int ROWS = 50_000;
  private static final int BETWEEN = 8_000;
  private static final int DAMAGED = 4;
  private static final int LAST = 6;

  private static final InMemoryReporter REPORTER = InMemoryReporter.createWithRetainedMetrics();

  @RegisterExtension
  static final MiniClusterExtension FLINK =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(1)
              .setConfiguration(REPORTER.addToConfiguration(new Configuration()))
              .build());

  /** The highest version that has answered a row, and the highest that was published. */
  private static final AtomicInteger SEEN = new AtomicInteger();

  private static final AtomicInteger PUBLISHED = new AtomicInteger();

  /** The row before which the next version is not published. */
  private static final AtomicLong NEXT = new AtomicLong();

  @TempDir private Path directory;
  private StreamExecutionEnvironment env;

  @BeforeEach
  void begin() throws IOException {
    SEEN.set(0);
    PUBLISHED.set(1);
    NEXT.set(BETWEEN);
    publish(directory.toString(), 1);
    env = StreamExecutionEnvironment.getExecutionEnvironment();
    env.setParallelism(1);
  }

  private static void publish(String store, int version) throws IOException {
    TrainedModel model =
        new TrainedModel(
            new Preprocessing(1, false, Precision.SINGLE, new double[0], new double[0]),
            new Outputs.Targets(new double[] {version}),
            new KernelExpansion(
                new Gaussian(1),
                new DenseRows(Matrix.zeros(Precision.SINGLE, 1, 1)),
                Matrix.zeros(Precision.DOUBLE, 1, 1)),
            new Provenance("", "", 1, new TreeMap<>(), List.of()));
    ModelStore.open(new org.apache.flink.core.fs.Path(store))
        .publish("v", "run " + version, Instant.EPOCH, model);
  }

  /** Publishes a version that is damaged from the beginning. */
  private static void publishDamaged(String store, int version) throws IOException {
    Path elsewhere = Files.createDirectories(Path.of(store).resolve("elsewhere"));
    for (int v = 1; v <= version; v++) {
      publish(elsewhere.toString(), v);
    }
    String number = "v/%06d".formatted(version);
    Path part = elsewhere.resolve(number).resolve("alpha.matrix");
    byte[] bytes = Files.readAllBytes(part);
    bytes[bytes.length - 1] ^= 1;
    Files.write(part, bytes);
    Files.move(elsewhere.resolve(number), Path.of(store).resolve(number));
  }

  private static long refused() {
    return REPORTER.getMetricsByGroup().values().stream()
        .filter(group -> group.containsKey("refusedVersions"))
        .mapToLong(group -> ((Counter) group.get("refusedVersions")).getCount())
        .sum();
  }

  /**
   * Rows without end. A version is published once the one before has answered a row, or was
   * refused, and {@value #BETWEEN} rows have come after that one.
   */
  private DataStream<Tuple2<Long, Double>> rows() {
    String store = directory.toString();
    long before = refused();
    return env.fromSequence(0, Long.MAX_VALUE - 1)
        .map(
            id -> {
              int version = PUBLISHED.get();
              if (version < LAST
                  && id >= NEXT.get()
                  && (version == DAMAGED ? refused() > before : SEEN.get() >= version)) {
                publishNext(store, PUBLISHED.incrementAndGet());
                NEXT.set(id + BETWEEN);
              }
              return Tuple2.of(id, id / 1000.0);
            })
        .returns(Types.TUPLE(Types.LONG, Types.DOUBLE));
  }

  private static void publishNext(String store, int version) {
    try {
      if (version == DAMAGED) {
        publishDamaged(store, version);
      } else {
        publish(store, version);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Row seen(Row answer) {
    SEEN.accumulateAndGet(answer.<Integer>getFieldAs(2), Math::max);
    return answer;
  }

  @SuppressWarnings("try") // of a close() that may be interrupted
  private void assertAnswers(DataStream<Row> answers) throws Exception {
    long before = refused();
    List<Row> all = new ArrayList<>();
    Warnings warnings = new Warnings();
    try (CloseableIterator<Row> found =
        answers.map(ReloadUnderLoadTest::seen).returns(answers.getType()).executeAndCollect()) {
      int last = 0;
      while (all.size() < ROWS || last < LAST) {
        Row answer = found.next();
        all.add(answer);
        last = answer.getFieldAs(2);
      }
    } finally {
      warnings.stop();
    }
    int version = 1;
    for (int i = 0; i < all.size(); i++) {
      Row answer = all.get(i);
      assertThat(answer.<Long>getFieldAs(0)).isEqualTo(i);
      int own = answer.<Integer>getFieldAs(2);
      assertThat(answer.<Double>getFieldAs(1)).isEqualTo(own);
      assertThat(own).isGreaterThanOrEqualTo(version).isNotEqualTo(DAMAGED);
      version = own;
    }
    assertThat(version).isEqualTo(LAST);
    assertThat(refused() - before).isEqualTo(1);
    assertThat(warnings.lines)
        .filteredOn(line -> line.contains("is refused"))
        .singleElement()
        .asString()
        .startsWith("v@4 is refused, v@3 goes on: ")
        .contains("alpha.matrix", "SHA-256");
  }

  /** Lines of the log at level warning. */
  private static final class Warnings extends AbstractAppender {
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final LoggerContext context = LoggerContext.getContext(false);

    Warnings() {
      super("warnings", null, null, false, Property.EMPTY_ARRAY);
      start();
      context.getConfiguration().getRootLogger().addAppender(this, null, null);
      context.updateLoggers();
    }

    @Override
    public void append(LogEvent event) {
      lines.add(event.getMessage().getFormattedMessage());
    }

    @Override
    public void stop() {
      context.getConfiguration().getRootLogger().removeAppender(getName());
      context.updateLoggers();
      super.stop();
    }
  }

  @Test
  void sqlAnswersEachRowOnceWithVersionsThatAscend() throws Exception {
    StreamTableEnvironment tables = StreamTableEnvironment.create(env);
    tables.createTemporaryView("points", tables.fromDataStream(rows()).as("id", "x"));
    tables.executeSql(
        "CREATE MODEL v INPUT (x DOUBLE) OUTPUT (prediction DOUBLE, model_version INT) WITH ('provider' = 'filbert', 'store' = '%s', 'reload.interval' = '1 ms')"
            .formatted(directory));
    assertAnswers(
        tables.toDataStream(
            tables.sqlQuery(
                "SELECT id, prediction, model_version FROM ML_PREDICT(TABLE points, MODEL v,"
                    + " DESCRIPTOR(x), MAP['async', 'true', 'max-concurrent-operations',"
                    + " '2048'])")));
  }

  @Test
  void aStreamAnswersEachRowOnceWithVersionsThatAscend() throws Exception {
    ModelChoice model =
        ModelChoice.latest(directory.toString(), "v").reloadEvery(Duration.ofMillis(1));
    assertAnswers(
        new StreamPredictor(model)
            .predict(
                rows(),
                row -> new Features.Dense(new double[] {row.f1}),
                (row, scored) -> Row.of(row.f0, scored.value(), scored.version().number()),
                Types.ROW(Types.LONG, Types.DOUBLE, Types.INT)));
  }
}
