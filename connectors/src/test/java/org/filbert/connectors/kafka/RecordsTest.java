package org.filbert.connectors.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.StreamSupport;
import org.apache.flink.api.common.functions.util.ListCollector;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.filbert.connectors.BadRecordException;
import org.filbert.connectors.OnBadRecord;
import org.filbert.connectors.TaskKind;
import org.filbert.connectors.stream.Arrival;
import org.filbert.connectors.stream.Origin;
import org.filbert.connectors.stream.RowRule;
import org.filbert.connectors.text.Csv;
import org.filbert.data.Features;
import org.filbert.data.Target;
import org.filbert.online.Prediction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Conversion of records into arrivals, and of predictions and rejected arrivals into records. */
class RecordsTest {
  private static final RecordFormat FORMAT =
      new RecordFormat(new Csv(",", false, "1", List.of()), 2, TaskKind.CLASSIFICATION);

  /** Features of at most 9, labels in lower case. */
  private record Small() implements RowRule {
    @Override
    public Features features(Features found) {
      if (((Features.Dense) found).values()[0] > 9) {
        throw new IllegalArgumentException("found much, allowed little");
      }
      return found;
    }

    @Override
    public Target target(Target found) {
      String name = ((Target.ClassName) found).name();
      if (name.equals("none")) {
        throw new IllegalArgumentException("found none, allowed some");
      }
      return new Target.ClassName(name.toLowerCase(Locale.ROOT));
    }
  }

  private static List<Arrival> read(
      String topic, byte @Nullable [] key, byte @Nullable [] value, OnBadRecord onBadRecord) {
    List<Arrival> arrivals = new ArrayList<>();
    new ArrivalReader(FORMAT, "later", new Small(), onBadRecord)
        .deserialize(new ConsumerRecord<>(topic, 3, 70, key, value), new ListCollector<>(arrivals));
    return arrivals;
  }

  private static Arrival arrival(String topic, @Nullable String key, @Nullable String value) {
    List<Arrival> arrivals = read(topic, bytes(key), bytes(value), OnBadRecord.QUARANTINE);
    assertThat(arrivals).hasSize(1);
    return arrivals.get(0);
  }

  private static byte @Nullable [] bytes(@Nullable String text) {
    return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void rowsAreKnownByKeyOrPlace() {
    Arrival.Row row = (Arrival.Row) arrival("now", "Ä1", "A,1,2");
    assertThat(row.id()).isEqualTo("Ä1");
    assertThat(row.target()).isEqualTo(new Target.ClassName("a"));
    assertThat(row.origin()).isEqualTo(new Origin("now", 3, 70, -1));
    assertThat(((Arrival.Row) arrival("now", null, "A,1,2")).id()).isEqualTo("3-70");
  }

  @Test
  void labelsComeFromATopicOfTheirOwn() {
    assertThat(arrival("later", "7", "A"))
        .isEqualTo(
            new Arrival.Label(new Origin("later", 3, 70, -1), "7", new Target.ClassName("a")));
    assertThat(((Arrival.Rejected) arrival("later", null, "A")).reason())
        .startsWith("found a label without a key");
    Arrival.Rejected rejected = (Arrival.Rejected) arrival("later", "7", "none");
    assertThat(rejected.reason()).isEqualTo("found none, allowed some");
    assertThat(rejected.key()).isEqualTo(bytes("7"));
    assertThat(rejected.value()).isEqualTo(bytes("none"));
  }

  @Test
  void recordsThatCannotBeUsedKeepTheirBytes() {
    Arrival.Rejected rejected = (Arrival.Rejected) arrival("now", "k", "A,1");
    assertThat(rejected.reason()).isEqualTo("found 2 columns, allowed 3 in every record");
    assertThat(rejected.key()).isEqualTo(bytes("k"));
    assertThat(rejected.value()).isEqualTo(bytes("A,1"));
    assertThat(((Arrival.Rejected) arrival("now", "k", null)).reason())
        .isEqualTo("found no value, allowed a record with features");
    assertThat(((Arrival.Rejected) arrival("now", "k", "A,10,1")).reason())
        .isEqualTo("found much, allowed little");
    byte[] noText = {-1};
    assertThat(read("now", noText, bytes("A,1,2"), OnBadRecord.QUARANTINE))
        .singleElement()
        .isInstanceOfSatisfying(
            Arrival.Rejected.class, bad -> assertThat(bad.key()).isEqualTo(noText));
  }

  @Test
  void theFirstRecordThatCannotBeUsedEndsTheJobIfItIsToldSo() {
    assertThatThrownBy(() -> read("now", null, bytes("A,1"), OnBadRecord.FAIL))
        .cause()
        .isInstanceOf(BadRecordException.class)
        .hasMessage("now[3]@70: found 2 columns, allowed 3 in every record");
  }

  @Test
  void deadLettersSayWhereAndWhy() {
    ProducerRecord<byte[], byte[]> letter =
        new DeadLetterWriter("dead")
            .serialize(
                new Arrival.Rejected(
                    new Origin("now", 3, 70, 5), null, new byte[] {-1, 0}, "found ü"),
                null,
                null);
    assertThat(letter.topic()).isEqualTo("dead");
    assertThat(letter.key()).isNull();
    assertThat(letter.value()).containsExactly(-1, 0);
    assertThat(StreamSupport.stream(letter.headers().spliterator(), false))
        .extracting(
            header -> header.key() + "=" + new String(header.value(), StandardCharsets.UTF_8))
        .containsExactly(
            "filbert.reason=found ü",
            "filbert.topic=now",
            "filbert.partition=3",
            "filbert.offset=70",
            "filbert.time=5");
  }

  @Test
  void aLongLabelIsNotQuotedWhole() {
    byte[] label = "x".repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
    RowRule quoting =
        new RowRule() {
          private static final long serialVersionUID = 1L;

          @Override
          public Features features(Features found) {
            return found;
          }

          @Override
          public Target target(Target found) {
            throw new IllegalArgumentException("found " + found + ", allowed others");
          }
        };
    List<Arrival> arrivals = new ArrayList<>();
    new ArrivalReader(FORMAT, "later", quoting, OnBadRecord.QUARANTINE)
        .deserialize(
            new ConsumerRecord<>("later", 3, 70, new byte[] {'7'}, label),
            new ListCollector<>(arrivals));
    ProducerRecord<byte[], byte[]> letter =
        new DeadLetterWriter("dead").serialize(arrivals.get(0), null, null);
    assertThat(letter.value()).isEqualTo(label);
    assertThat(letter.headers().lastHeader("filbert.reason").value()).hasSizeLessThan(600);
  }

  @Test
  void predictionsAreJson() {
    assertThat(
            json(
                new Prediction("7", new double[] {0.5, -2}, "A", new Target.ClassName("B"), 12, 5)))
        .isEqualTo(
            "7 {\"id\":\"7\",\"prediction\":\"A\",\"scores\":[0.5,-2.0],\"label\":\"B\",\"step\":12}");
    assertThat(
            json(
                new Prediction(
                    "\"", new double[] {1}, null, new Target.Values(new double[] {3}), 0, 5)))
        .isEqualTo("\" {\"id\":\"\\\"\",\"scores\":[1.0],\"label\":[3.0],\"step\":0}");
    assertThat(
            json(
                new Prediction(
                    "7",
                    new double[] {0},
                    "A",
                    null,
                    12,
                    5,
                    new TreeMap<>(Map.of("A", 0.5, "B", 0.5)))))
        .isEqualTo(
            "7 {\"id\":\"7\",\"prediction\":\"A\",\"scores\":[0.0],\"probabilities\":{\"A\":0.5,\"B\":0.5},\"step\":12}");
    assertThat(json(new Prediction("a", new double[0], null, null, 0, 5)))
        .isEqualTo("a {\"id\":\"a\",\"scores\":[],\"step\":0}");
  }

  private static String json(Prediction prediction) {
    ProducerRecord<byte[], byte[]> record =
        new PredictionWriter("out").serialize(prediction, null, null);
    return new String(record.key(), StandardCharsets.UTF_8)
        + " "
        + new String(record.value(), StandardCharsets.UTF_8);
  }
}
