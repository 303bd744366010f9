package org.filbert.connectors.stream;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.filbert.data.Target;
import org.filbert.online.Prediction;

/**
 * A prediction as JSON: {@code {"id": "7", "prediction": "A", "scores": [0.9, -0.3],
 * "probabilities": {"A": 0.8, "B": 0.2}, "label": "B", "step": 12}}. Unknown values are left out.
 */
public final class PredictionJson {
  private static final JsonFactory JSON = new JsonFactory();

  private PredictionJson() {}

  /** The prediction as UTF-8 text on one line. */
  public static byte[] of(Prediction prediction) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      json.writeStartObject();
      json.writeStringField("id", prediction.id());
      if (prediction.label() != null) {
        json.writeStringField("prediction", prediction.label());
      }
      json.writeFieldName("scores");
      json.writeArray(prediction.scores(), 0, prediction.scores().length);
      Map<String, Double> probabilities = prediction.probabilities();
      if (probabilities != null) {
        json.writeObjectFieldStart("probabilities");
        for (Map.Entry<String, Double> each : probabilities.entrySet()) {
          json.writeNumberField(each.getKey(), each.getValue());
        }
        json.writeEndObject();
      }
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
