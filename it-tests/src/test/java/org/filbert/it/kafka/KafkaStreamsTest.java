package org.filbert.it.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.filbert.connectors.BadInputException;
import org.filbert.connectors.TaskKind;
import org.filbert.connectors.file.DataFormat;
import org.filbert.connectors.kafka.End;
import org.filbert.connectors.kafka.RecordFormat;
import org.filbert.connectors.kafka.Start;
import org.filbert.connectors.stream.Arrival;
import org.filbert.connectors.stream.RowRule;
import org.filbert.connectors.text.Csv;
import org.filbert.connectors.text.JsonLines;
import org.filbert.connectors.text.LibSvm;
import org.filbert.data.Features;
import org.filbert.it.SharedFlink;
import org.filbert.it.kafka.TopicAccess.Message;
import org.filbert.jobs.config.section.KafkaInputConfig;
import org.filbert.jobs.config.section.KafkaOutputConfig;
import org.filbert.jobs.config.section.KafkaProperties;
import org.filbert.jobs.kafka.KafkaStreams;
import org.filbert.online.Prediction;
import org.filbert.operators.online.FeatureAdapter;
import org.filbert.operators.online.LabelRule;
import org.filbert.operators.online.RowAdapter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A job between topics that predicts the features themselves. */
@Timeout(300)
class KafkaStreamsTest {
  @RegisterExtension static final KafkaBroker BROKER = new KafkaBroker();

  @RegisterExtension static final SharedFlink FLINK = new SharedFlink();

  private static final AtomicInteger TOPICS = new AtomicInteger();
  private static final AtomicInteger FAILURES = new AtomicInteger();
  private static final RowRule RULE =
      new RowAdapter(
          new FeatureAdapter(
              2, FeatureAdapter.Unknown.REFUSE, FeatureAdapter.Missing.REFUSE, new double[0], 1e30),
          new LabelRule(TaskKind.CLASSIFICATION, Map.of(), List.of("A", "B")));

  @TempDir Path directory;

  private final String name = "streams-" + TOPICS.incrementAndGet();
  private final String in = name + "-in";
  private final String out = name + "-out";
  private final String dead = name + "-dead";

  private KafkaStreams streams(DataFormat format, Map<String, String> properties) {
    return new KafkaStreams(
        name,
        new KafkaInputConfig(
            BROKER.address(),
            in,
            Optional.empty(),
            Optional.empty(),
            Start.EARLIEST,
            End.NEVER,
            format,
            new KafkaProperties(properties)),
        new KafkaOutputConfig(Optional.of(out), Optional.of(dead)),
        new RecordFormat(format, format instanceof Csv ? 2 : null, TaskKind.CLASSIFICATION),
        RULE);
  }

  private JobClient run(KafkaStreams streams) throws Exception {
    Configuration configuration = new Configuration();
    configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(100));
    configuration.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
    configuration.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, directory.toUri().toString());
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 5);
    configuration.set(
        RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(10));
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    env.setParallelism(2);
    DataStream<Arrival> arrivals = streams.arrivals(env);
    streams.writeDeadLetters(arrivals);
    streams.writePredictions(
        arrivals
            .filter(Arrival.Row.class::isInstance)
            .map(arrival -> predict((Arrival.Row) arrival))
            .returns(Prediction.class));
    return env.executeAsync(name);
  }

  private static Prediction predict(Arrival.Row row) {
    if (row.id().equals("poison") && FAILURES.getAndIncrement() == 0) {
      throw new IllegalStateException("injected");
    }
    double[] values =
        row.features() instanceof Features.Sparse sparse
            ? sparse.values()
            : ((Features.Dense) row.features()).values();
    return new Prediction(row.id(), values, "A", null, 0, row.origin().time());
  }

  private void finish(JobClient job) throws Exception {
    job.stopWithSavepoint(
            false, directory.resolve("savepoint").toString(), SavepointFormatType.CANONICAL)
        .get();
    job.getJobExecutionResult().get();
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static String header(ConsumerRecord<byte[], byte[]> letter, String name) {
    return text(letter.headers().lastHeader("filbert." + name).value());
  }

  static Stream<Arguments> formats() {
    return Stream.of(
        argumentSet(
            "csv",
            new Csv(",", false, "1", List.of()),
            "A,1,2",
            List.of(
                Arguments.of("A,1", "found 2 columns, allowed 3 in every record"),
                Arguments.of("C,1,2", "found class \"C\", allowed one of [A, B]"),
                Arguments.of("A,1,NaN", "found \"NaN\" in column 3, allowed a finite number"),
                Arguments.of("\"A,1,2", "found the quoted cell"))),
        argumentSet(
            "json",
            new JsonLines("label", "x", List.of()),
            "{\"label\": \"A\", \"x\": [1, 2]}",
            List.of(
                Arguments.of("{\"x\": [1, 2, 3]}", "found 3 features, allowed 2"),
                Arguments.of("{\"x\": [1, NaN]}", "found malformed JSON"),
                Arguments.of("{\"x\": [1, \"NaN\"]}", "found \"NaN\" in field x"),
                Arguments.of("not even JSON", "found no JSON object"))),
        argumentSet(
            "libsvm",
            new LibSvm(true, null),
            "A 1:1 2:2",
            List.of(
                Arguments.of("A 1:1 3:2", "found feature 3, allowed 2"),
                Arguments.of("A 1:NaN 2:1", "found \"1:NaN\", allowed a finite number"),
                Arguments.of("A words", "found \"words\", allowed index:value pairs"))));
  }

  @ParameterizedTest
  @MethodSource("formats")
  void goodRecordsAreScoredAndBadOnesKeptAsTheyWere(
      DataFormat format, String good, List<Arguments> bad) throws Exception {
    BROKER.createTopics(1, in, out, dead);
    List<Message> messages = new ArrayList<>();
    messages.add(Message.of("first", good));
    bad.forEach(each -> messages.add(Message.of("key", (String) each.get()[0])));
    messages.add(new Message(null, new byte[] {'A', 0, -1}));
    messages.add(new Message(null, null));
    messages.add(Message.of(null, good));
    BROKER.send(in, messages);

    KafkaStreams streams = streams(format, Map.of());
    streams.check(Duration.ofMillis(100));
    JobClient job = run(streams);
    BROKER.await(out, records -> records.size() >= 2);
    BROKER.await(dead, records -> records.size() >= bad.size() + 2);
    finish(job);

    String last = "0-" + (messages.size() - 1);
    assertThat(BROKER.all(out))
        .extracting(record -> text(record.key()) + text(record.value()))
        .containsExactly(
            "first{\"id\":\"first\",\"prediction\":\"A\",\"scores\":[1.0,2.0],\"step\":0}",
            last
                + "{\"id\":\"%s\",\"prediction\":\"A\",\"scores\":[1.0,2.0],\"step\":0}"
                    .formatted(last));
    List<ConsumerRecord<byte[], byte[]>> letters = BROKER.all(dead);
    assertThat(letters).hasSize(bad.size() + 2);
    for (int i = 0; i < letters.size(); i++) {
      ConsumerRecord<byte[], byte[]> letter = letters.get(i);
      Message sent = messages.get(1 + i);
      assertThat(letter.key()).isEqualTo(sent.key());
      assertThat(letter.value()).isEqualTo(sent.value());
      assertThat(header(letter, "offset")).isEqualTo(Integer.toString(1 + i));
      assertThat(header(letter, "partition")).isEqualTo("0");
      assertThat(header(letter, "topic")).isEqualTo(in);
      if (i < bad.size()) {
        assertThat(header(letter, "reason")).startsWith((String) bad.get(i).get()[1]);
      }
    }
  }

  @Test
  void aFailureLosesNothingAndDoublesNothing() throws Exception {
    BROKER.createTopics(1, in, out, dead);
    DataFormat format = new LibSvm(true, null);
    List<Message> before = rows(0, 500);
    List<Message> after = rows(500, 1000);
    after.set(251, Message.of("poison", "A 2:751"));
    BROKER.send(in, before);
    JobClient job = run(streams(format, Map.of()));
    BROKER.await(out, records -> records.size() >= 500 - 50);
    BROKER.send(in, after);
    BROKER.await(out, records -> records.size() >= 1000 - 100);
    BROKER.await(dead, records -> records.size() >= 100);
    finish(job);

    assertThat(FAILURES.get()).isGreaterThan(1);
    List<String> expected = new ArrayList<>();
    List<String> expectedDead = new ArrayList<>();
    Stream.concat(before.stream(), after.stream())
        .forEach(
            message ->
                (text(message.value()).startsWith("A") ? expected : expectedDead)
                    .add(text(message.key())));
    assertThat(BROKER.all(out)).extracting(record -> text(record.key())).isEqualTo(expected);
    assertThat(BROKER.all(dead)).extracting(record -> text(record.key())).isEqualTo(expectedDead);
  }

  /** Every tenth record is unusable. */
  private static List<Message> rows(int from, int to) {
    return new ArrayList<>(
        IntStream.range(from, to)
            .mapToObj(i -> Message.of("row" + i, i % 10 == 0 ? "1:x" : "A 2:" + i))
            .toList());
  }

  @Test
  void aTopicThatIsMissingIsNamedBeforeTheJobStarts() throws Exception {
    BROKER.createTopics(1, in, out);
    assertThatThrownBy(() -> streams(new LibSvm(true, null), Map.of()).check(Duration.ofSeconds(1)))
        .isInstanceOf(BadInputException.class)
        .hasMessage(
            "kafka %s: found no topic %s, allowed topics that exist"
                .formatted(BROKER.address(), dead));
  }

  @Test
  void transactionsThatTheBrokerWouldRefuseAreNamedBeforeTheJobStarts() throws Exception {
    BROKER.createTopics(1, in, out, dead);
    Map<String, String> aDay = Map.of("transaction.timeout.ms", "86400000");
    assertThatThrownBy(() -> streams(new LibSvm(true, null), aDay).check(Duration.ofSeconds(1)))
        .isInstanceOf(BadInputException.class)
        .hasMessage(
            "kafka %s: found transaction.timeout.ms of 86400000, allowed at most the broker's transaction.max.timeout.ms of 900000: set it in properties"
                .formatted(BROKER.address()));
  }
}
