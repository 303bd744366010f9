package org.filbert.jobs.online;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a program asks of the streams that it feeds itself, as {@code {"do": "learn", ...}}. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "do")
@JsonSubTypes({
  @JsonSubTypes.Type(value = StreamRequest.Open.class, name = "open"),
  @JsonSubTypes.Type(value = StreamRequest.Learn.class, name = "learn"),
  @JsonSubTypes.Type(value = StreamRequest.Predict.class, name = "predict"),
  @JsonSubTypes.Type(value = StreamRequest.Publish.class, name = "publish"),
  @JsonSubTypes.Type(value = StreamRequest.Keep.class, name = "keep"),
  @JsonSubTypes.Type(value = StreamRequest.Close.class, name = "close")
})
sealed interface StreamRequest {
  /**
   * Begins a stream. The answer is its number.
   *
   * @param configuration of {@code train-online}, as YAML
   * @param state file with the state of a stream of that configuration, to go on with; null for a
   *     new one
   */
  record Open(String configuration, @Nullable String state) implements StreamRequest {}

  /**
   * Predicts each row, then learns from it. The answer has the predictions.
   *
   * @param labels class or number of each row as text
   */
  record Learn(int stream, double[][] rows, List<String> labels) implements StreamRequest {}

  /** Predicts rows. */
  record Predict(int stream, double[][] rows) implements StreamRequest {}

  /**
   * Puts the model as it is into a store. The answer is its name and version.
   *
   * @param store its place; null for that of the process
   */
  record Publish(int stream, String name, @Nullable String store) implements StreamRequest {}

  /**
   * Writes the state, for {@link Open}.
   *
   * @param state a new file
   */
  record Keep(int stream, String state) implements StreamRequest {}

  /** Ends a stream. */
  record Close(int stream) implements StreamRequest {}
}
