package org.filbert.connectors.kafka;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.SimpleCounter;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.filbert.connectors.BadRecordException;
import org.filbert.connectors.OnBadRecord;
import org.filbert.connectors.flink.ArrivalSerializer;
import org.filbert.connectors.stream.Arrival;
import org.filbert.connectors.stream.Origin;
import org.filbert.connectors.stream.RowRule;
import org.filbert.connectors.text.MalformedException;
import org.filbert.connectors.text.RecordParser;
import org.filbert.data.Excerpt;
import org.filbert.data.Instance;
import org.filbert.data.Target;
import org.jspecify.annotations.Nullable;

/** Converts a record of a topic into an arrival. */
final class ArrivalReader implements KafkaRecordDeserializationSchema<Arrival> {
  private static final long serialVersionUID = 1L;

  private final RecordFormat format;
  private final @Nullable String labels;
  private final RowRule rule;
  private final OnBadRecord onBadRecord;

  private transient @Nullable RecordParser parser;
  private transient Counter rejections = new SimpleCounter();

  ArrivalReader(
      RecordFormat format, @Nullable String labels, RowRule rule, OnBadRecord onBadRecord) {
    this.format = format;
    this.labels = labels;
    this.rule = rule;
    this.onBadRecord = onBadRecord;
  }

  @Override
  public void open(DeserializationSchema.InitializationContext context) {
    rejections = context.getMetricGroup().counter("rejectedRecords");
  }

  @Override
  public void deserialize(ConsumerRecord<byte[], byte[]> record, Collector<Arrival> out) {
    Origin origin =
        new Origin(record.topic(), record.partition(), record.offset(), record.timestamp());
    try {
      out.collect(arrival(origin, record.key(), record.value()));
    } catch (MalformedException | IllegalArgumentException e) {
      String reason = Excerpt.of(String.valueOf(e.getMessage()));
      if (onBadRecord == OnBadRecord.FAIL) {
        throw new SuppressRestartsException(new BadRecordException(origin.place(), reason));
      }
      rejections.inc();
      out.collect(new Arrival.Rejected(origin, record.key(), record.value(), reason));
    }
  }

  private Arrival arrival(Origin origin, byte @Nullable [] key, byte @Nullable [] value)
      throws MalformedException {
    if (value == null) {
      throw new MalformedException("found no value, allowed a record with features");
    }
    if (origin.source().equals(labels)) {
      if (key == null) {
        throw new MalformedException("found a label without a key, allowed the row's id as key");
      }
      return new Arrival.Label(origin, text(key), rule.target(parser().parseLabel(value)));
    }
    String id = key == null ? origin.partition() + "-" + origin.offset() : text(key);
    Instance.Example example = parser().parse(value);
    Target target = example.target();
    return new Arrival.Row(
        origin, id, rule.features(example.features()), target == null ? null : rule.target(target));
  }

  private RecordParser parser() {
    if (parser == null) {
      parser = format.parser();
    }
    return parser;
  }

  private static String text(byte[] key) throws MalformedException {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(key)).toString();
    } catch (CharacterCodingException e) {
      throw new MalformedException("found a key that is not UTF-8, allowed UTF-8 text as id");
    }
  }

  @Override
  public TypeInformation<Arrival> getProducedType() {
    return ArrivalSerializer.TYPE;
  }
}
