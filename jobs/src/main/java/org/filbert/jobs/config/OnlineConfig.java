package org.filbert.jobs.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Optional;
import org.filbert.connectors.DataFormat;
import org.filbert.connectors.TaskKind;
import org.filbert.linalg.Precision;

/**
 * A run over a stream.
 *
 * @param name of the run and of its model, as in {@link TrainConfig}
 * @param parallelism workers; auto: the number of cores
 * @param precision of features and rows; scores and coefficients are double
 * @param frequencies generated frequencies kept in memory, all workers together
 * @param from a stored model of the same features to begin with
 * @param store directory of the model store; absent: as {@link ProjectPaths} says
 */
public record OnlineConfig(
    String name,
    @JsonProperty(defaultValue = "1") long seed,
    @JsonProperty(defaultValue = "auto") Count parallelism,
    TaskKind task,
    StreamInputConfig input,
    @JsonProperty(defaultValue = "{}") StreamOutputConfig output,
    @JsonProperty(defaultValue = "{}") StreamRowsConfig rows,
    KernelConfig kernel,
    GradientsConfig learner,
    @JsonProperty(defaultValue = "{}") BatchConfig batch,
    @JsonProperty(defaultValue = "{}") ProgressiveConfig progressive,
    @JsonProperty(defaultValue = "{}") DriftConfig drift,
    @JsonProperty(defaultValue = "{}") SnapshotsConfig snapshots,
    Optional<ModelConfig> from,
    @JsonProperty(defaultValue = "single") Precision precision,
    @JsonProperty(defaultValue = "{}") BackendConfig backend,
    @JsonProperty(defaultValue = "{memory: 256m}") MemoryBudget frequencies,
    @JsonProperty(defaultValue = "{}") CheckpointConfig checkpoint,
    Optional<String> store) {

  public OnlineConfig {
    TrainConfig.requireName(name);
    boolean classes = task == TaskKind.CLASSIFICATION;
    if (!classes && (!rows.groups().isEmpty() || !rows.classes().isEmpty())) {
      throw new IllegalArgumentException(
          "rows.groups or rows.classes is given, which only task: classification has");
    }
    if (!classes && learner.loss() != GradientsConfig.LossChoice.SQUARE) {
      throw new IllegalArgumentException(
          "learner.loss is not square, which only task: classification allows");
    }
    if (!classes && drift.detector().isPresent()) {
      throw new IllegalArgumentException(
          "drift.detector is given, which only task: classification has");
    }
    progressive.check(task);
    if (kernel.needsMedian() || !kernel.widths().isEmpty()) {
      throw new IllegalArgumentException(
          "kernel.sigma is median or a list, must be a number: a stream's distances are not known"
              + " beforehand");
    }
    if (output.kafka().isPresent() && input.kafka().isEmpty()) {
      throw new IllegalArgumentException("output.kafka needs input.kafka, whose brokers it uses");
    }
    if (input.kafka().isPresent() && rows.features().isEmpty()) {
      throw new IllegalArgumentException(
          "rows.features is missing, a topic does not say the number of features");
    }
    boolean labelTopic = input.kafka().flatMap(KafkaInputConfig::labels).isPresent();
    if (labelTopic != rows.labelDelay().isPresent()) {
      throw new IllegalArgumentException(
          labelTopic
              ? "rows.labelDelay is missing, input.kafka.labels needs it"
              : "rows.labelDelay is given, which only input.kafka.labels needs");
    }
    if (store.filter(String::isBlank).isPresent()) {
      throw new IllegalArgumentException("store is empty, must be a directory");
    }
  }

  /** As {@link TrainConfig#withColumnsOf}. */
  public OnlineConfig withColumnsOf(DataFormat format) {
    return new OnlineConfig(
        name,
        seed,
        parallelism,
        task,
        input.withColumnsOf(format),
        output,
        rows,
        kernel,
        learner,
        batch,
        progressive,
        drift,
        snapshots,
        from,
        precision,
        backend,
        frequencies,
        checkpoint,
        store);
  }
}
