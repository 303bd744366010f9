package org.filbert.jobs.online;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.filbert.jobs.config.ConfigLoader;
import org.filbert.jobs.config.stream.OnlineConfig;
import org.filbert.online.Prediction;
import org.jspecify.annotations.Nullable;

/** The streams that a program feeds by messages to this process. One thread uses them at a time. */
public final class LocalStreams {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Map<Integer, LocalStream> streams = new TreeMap<>();
  private int opened;

  /**
   * Predictions of rows.
   *
   * @param labels the predicted classes; null for numbers, and before there is any class
   * @param scores a row each: the number, or the scores of the classes
   * @param classes in the order of the scores, of which two may share one
   * @param probabilities of the classes by name, where the loss means them
   */
  record Predicted(
      List<@Nullable String> labels,
      List<double[]> scores,
      List<String> classes,
      List<@Nullable Map<String, Double>> probabilities) {
    static Predicted of(List<Prediction> predictions, List<String> classes) {
      return new Predicted(
          predictions.stream().map(Prediction::label).toList(),
          predictions.stream().map(Prediction::scores).toList(),
          classes,
          predictions.stream().map(Prediction::probabilities).toList());
    }
  }

  /** Does what a message asks. Returns what JSON is made of. */
  public Object answer(JsonNode message) throws IOException {
    StreamRequest request = JSON.treeToValue(message, StreamRequest.class);
    if (request instanceof StreamRequest.Open open) {
      OnlineConfig config =
          new ConfigLoader().parse("stream", open.configuration(), OnlineConfig.class);
      opened++;
      Path kept = open.state() == null ? null : Path.of(open.state());
      streams.put(opened, LocalStream.open(config, kept));
      return opened;
    }
    if (request instanceof StreamRequest.Learn learn) {
      LocalStream stream = stream(learn.stream());
      List<Prediction> predictions = stream.learn(learn.rows(), learn.labels());
      return Predicted.of(predictions, stream.classes());
    }
    if (request instanceof StreamRequest.Predict predict) {
      LocalStream stream = stream(predict.stream());
      return Predicted.of(stream.predict(predict.rows()), stream.classes());
    }
    if (request instanceof StreamRequest.Publish publish) {
      return stream(publish.stream()).publish(publish.name(), publish.store()).toString();
    }
    if (request instanceof StreamRequest.Keep keep) {
      stream(keep.stream()).keep(Path.of(keep.state()));
      return keep.stream();
    }
    int number = ((StreamRequest.Close) request).stream();
    stream(number).close();
    streams.remove(number);
    return number;
  }

  private LocalStream stream(int number) {
    LocalStream found = streams.get(number);
    if (found == null) {
      throw new IllegalArgumentException(
          "stream: found " + number + ", allowed one of " + streams.keySet());
    }
    return found;
  }
}
