package org.filbert.jobs.scoring;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.filbert.connectors.kafka.KeyedJson;
import org.filbert.connectors.stream.Arrival;
import org.filbert.model.TrainedModel;
import org.filbert.operators.scoring.Answer;
import org.filbert.operators.scoring.ScoredRow;
import org.filbert.store.ModelVersion;
import org.jspecify.annotations.Nullable;

/**
 * Writes a prediction as {@code {"id": "17", "prediction": "A", "model": "letter@3"}}, with the
 * details of {@link PredictionDetail}; {@code {"id": "17", "error": "..."}} for a row without one.
 */
final class TopicAnswer implements Answer<Arrival, KeyedJson> {
  private static final long serialVersionUID = 1L;

  private final boolean scores;
  private final boolean probabilities;
  private final @Nullable Double interval;
  private final @Nullable String threshold;
  private transient @Nullable ModelVersion version;
  private transient PredictionLines.@Nullable JsonLines lines;

  TopicAnswer(TopicScoring.Detail detail) {
    scores = detail.scores();
    probabilities = detail.probabilities();
    interval = detail.interval().isPresent() ? detail.interval().getAsDouble() : null;
    threshold = detail.threshold();
  }

  /** Refuses a model that cannot give all details. */
  @Override
  public void check(TrainedModel model) {
    detail(model);
  }

  private PredictionDetail.OfModel detail(TrainedModel model) {
    return new PredictionDetail(
            scores, probabilities, optional(interval), List.of(), threshold, false)
        .of(model);
  }

  private static OptionalDouble optional(@Nullable Double value) {
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  @Override
  public KeyedJson of(Arrival row, ScoredRow scored) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("id", id(row));
    lines(scored).add(line, scored.scores(), 0);
    line.put("model", scored.version().toString());
    return json(row, line);
  }

  private PredictionLines.JsonLines lines(ScoredRow scored) {
    PredictionLines.JsonLines known = lines;
    if (known == null || !scored.version().equals(version)) {
      TrainedModel model = scored.model();
      known = new PredictionLines.JsonLines(OutputColumns.of(model.outputs()), detail(model));
      lines = known;
      version = scored.version();
    }
    return known;
  }

  @Override
  public KeyedJson refused(Arrival row, String problem) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("id", id(row));
    line.put("error", problem);
    return json(row, line);
  }

  private static String id(Arrival row) {
    return ((Arrival.Row) row).id();
  }

  private static KeyedJson json(Arrival row, Map<String, Object> line) {
    return new KeyedJson(id(row), JsonText.write(line).getBytes(StandardCharsets.UTF_8));
  }
}
