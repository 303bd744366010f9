package org.filbert.jobs.config.stream;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import java.util.Optional;
import org.filbert.connectors.TaskKind;
import org.filbert.connectors.file.DataFormat;
import org.filbert.jobs.config.section.BackendConfig;
import org.filbert.jobs.config.section.CheckpointConfig;
import org.filbert.jobs.config.section.GradientsConfig;
import org.filbert.jobs.config.section.KafkaInputConfig;
import org.filbert.jobs.config.section.LearnerConfig;
import org.filbert.jobs.config.section.MemoryBudget;
import org.filbert.jobs.config.section.ModelConfig;
import org.filbert.jobs.config.section.RestartConfig;
import org.filbert.jobs.config.section.RunConfig;
import org.filbert.jobs.config.training.TrainConfig;
import org.filbert.jobs.config.yaml.Count;
import org.filbert.kernel.KernelOptions;
import org.filbert.linalg.Precision;
import org.filbert.online.DriftResponse;

/**
 * A run over a stream.
 *
 * @param parallelism Number of workers. {@code auto}: the cores of the machine that submits the
 *     job. A run that is resumed may have another number.
 * @param task What is predicted: one of several classes, or a number.
 * @param input Where rows come from: a file, a topic, first a file and then a topic, or a query.
 * @param output What is written besides the table and the models.
 * @param rows What the rows are like.
 * @param preprocessing Columns of a table, if the rows are not all numbers.
 * @param kernel For doubly stochastic gradients, which need it: the kernel function κ(x, z).
 *     Default: none
 * @param learner The method of learning.
 * @param batch How the stream is cut into batches.
 * @param progressive How the run is judged while it learns.
 * @param drift Whether changes of the stream are detected, and what is done about them.
 * @param snapshots Models that are stored while the stream goes on.
 * @param from A stored model to start from, with the same kernel, features and seed.
 * @param precision Precision of rows and features; scores and coefficients are double.
 * @param frequencies Random frequencies that are kept in memory.
 * @see TrainConfig
 */
public record OnlineConfig(
    @JsonProperty(defaultValue = "online") String name,
    @JsonProperty(defaultValue = "1") long seed,
    @JsonProperty(defaultValue = "auto") Count parallelism,
    TaskKind task,
    StreamInputConfig input,
    @JsonProperty(defaultValue = "{}") StreamOutputConfig output,
    @JsonProperty(defaultValue = "{}") StreamRowsConfig rows,
    Optional<StreamPreprocessingConfig> preprocessing,
    Optional<KernelOptions> kernel,
    @JsonProperty(defaultValue = "{algorithm: recursive-least-squares}") LearnerConfig learner,
    @JsonProperty(defaultValue = "{}") BatchConfig batch,
    @JsonProperty(defaultValue = "{}") ProgressiveConfig progressive,
    @JsonProperty(defaultValue = "{}") DriftConfig drift,
    @JsonProperty(defaultValue = "{}") SnapshotsConfig snapshots,
    Optional<ModelConfig> from,
    @JsonProperty(defaultValue = "single") Precision precision,
    @JsonProperty(defaultValue = "{}") BackendConfig backend,
    @JsonProperty(defaultValue = "{memory: 256m}") MemoryBudget frequencies,
    @JsonProperty(defaultValue = "{}") CheckpointConfig checkpoint,
    @JsonProperty(defaultValue = "{}") RestartConfig restart,
    Optional<String> store)
    implements RunConfig {

  public OnlineConfig {
    ModelConfig.requireName(name);
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
    if (learner instanceof GradientsConfig) {
      requireKernel(kernel);
    } else {
      requireNone("kernel", kernel.isPresent(), "the experts have kernels of their own");
      requireNone("from", from.isPresent(), "a model does not have what the experts know");
      requireNone("rows.sparse", rows.sparse(), "sparse rows are not scaled");
      requireNone(
          "drift.response", drift.response() != DriftResponse.NONE, "the vote itself responds");
    }
    if (output.kafka().isPresent() && input.kafka().isEmpty()) {
      throw new IllegalArgumentException("output.kafka needs input.kafka, whose brokers it uses");
    }
    if (input.file().isEmpty()
        && input.sql().isEmpty()
        && rows.features().isEmpty()
        && preprocessing.isEmpty()) {
      throw new IllegalArgumentException(
          "rows.features is missing, a topic does not say the number of features");
    }
    preprocessing.ifPresent(own -> checkColumns(own, input, rows, from));
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

  private static void checkColumns(
      StreamPreprocessingConfig preprocessing,
      StreamInputConfig input,
      StreamRowsConfig rows,
      Optional<ModelConfig> from) {
    input
        .keyWithoutColumns()
        .ifPresent(
            key -> {
              throw new IllegalArgumentException(
                  "preprocessing.columns is given, which needs a format csv that names no features,"
                      + " categories or text, or jsonlines that names fields; found another in "
                      + key);
            });
    rows.keyOfNumbers()
        .ifPresent(
            key -> {
              throw new IllegalArgumentException(
                  "rows." + key + " is given, which preprocessing.columns say for each column");
            });
    if (from.isPresent() && preprocessing.fitted().isPresent()) {
      throw new IllegalArgumentException(
          "preprocessing.fitted is given, the model of from has its own columns");
    }
    if (preprocessing.fitted().or(() -> from).filter(m -> m.version().isEmpty()).isPresent()) {
      throw new IllegalArgumentException(
          (from.isPresent() ? "from" : "preprocessing.fitted")
              + ".version is missing, must be given with preprocessing.columns: a resumed run"
              + " takes the columns of the same version");
    }
  }

  private static void requireKernel(Optional<KernelOptions> kernel) {
    if (kernel.isEmpty()) {
      throw new IllegalArgumentException(
          "kernel is missing, which doubly stochastic gradients need");
    }
    if (kernel.get().metric().isPresent()) {
      throw new IllegalArgumentException(
          "kernel.metric is given, must be left out: a stream learns no metric");
    }
    if (kernel.get().needsMedian() || !kernel.get().widths().isEmpty()) {
      throw new IllegalArgumentException(
          "kernel.sigma is median, auto or a list, must be a number: a stream's distances are not"
              + " known beforehand");
    }
  }

  private static void requireNone(String key, boolean given, String reason) {
    if (given) {
      throw new IllegalArgumentException(
          "%s is given, which learner.algorithm: recursive-least-squares does not have: %s"
              .formatted(key, reason));
    }
  }

  /** Rows of a full batch. */
  public int batchSize() {
    return batch.size().orElse(learner.batchSize());
  }

  /** Longest time that a row waits for its batch to fill. */
  public Duration batchDelay() {
    return batch
        .maxDelay()
        .orElse(
            input.file().isPresent() && input.kafka().isEmpty()
                ? Duration.ofSeconds(1)
                : learner.topicDelay());
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
        preprocessing,
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
        restart,
        store);
  }
}
