package org.filbert.connectors.kafka;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.filbert.data.Target;
import org.filbert.online.Prediction;
import org.jspecify.annotations.Nullable;

/**
 * A prediction as JSON, keyed by the id: {@code {"id": "7", "prediction": "A", "scores": [0.9,
 * -0.3], "label": "B", "step": 12}}. What is not known is left out.
 */
final class PredictionWriter implements KafkaRecordSerializationSchema<Prediction> {
  private static final long serialVersionUID = 1L;
  private static final JsonFactory JSON = new JsonFactory();

  private final String topic;

  PredictionWriter(String topic) {
    this.topic = topic;
  }

  @Override
  public ProducerRecord<byte[], byte[]> serialize(
      Prediction prediction, KafkaSinkContext context, @Nullable Long timestamp) {
    byte[] key = prediction.id().getBytes(StandardCharsets.UTF_8);
    return new ProducerRecord<>(topic, key, json(prediction));
  }

  private static byte[] json(Prediction prediction) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      json.writeStartObject();
      json.writeStringField("id", prediction.id());
      if (prediction.label() != null) {
        json.writeStringField("prediction", prediction.label());
      }
      json.writeFieldName("scores");
      json.writeArray(prediction.scores(), 0, prediction.scores().length);
      if (prediction.target() instanceof Target.ClassName name) {
        json.writeStringField("label", name.name());
      } else if (prediction.target() instanceof Target.Values target) {
        json.writeFieldName("label");
        json.writeArray(target.values(), 0, target.values().length);
      }
      json.writeNumberField("step", prediction.step());
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    return bytes.toByteArray();
  }
}
