package org.filbert.jobs.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Properties;
import org.filbert.connectors.kafka.End;
import org.filbert.connectors.kafka.Start;
import org.filbert.jobs.config.ConfigLoader;
import org.filbert.jobs.config.section.CheckpointConfig;
import org.filbert.jobs.config.section.KafkaInputConfig;
import org.filbert.jobs.config.section.KafkaOutputConfig;
import org.filbert.jobs.config.section.KafkaProperties;
import org.filbert.jobs.config.section.RestartConfig;
import org.filbert.jobs.config.yaml.DurationText;
import org.filbert.jobs.config.yaml.ProjectPaths;
import org.filbert.jobs.run.Application;
import org.filbert.jobs.run.RunDirectory;
import org.filbert.jobs.run.RunStart;
import org.filbert.jobs.scoring.TopicScoring;
import org.filbert.operators.scoring.ModelChoice;
import org.filbert.store.ModelVersion;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The options of a prediction from topic to topic. */
final class TopicOptions {
  @Option(
      names = "--topic",
      arity = "2",
      paramLabel = "TOPIC",
      description =
          "In place of --input and --output: predict the records of the first Kafka topic into the"
              + " second one, each exactly once, until stopped.")
  List<String> topics = List.of();

  @Option(
      names = "--bootstrap-servers",
      paramLabel = "HOST:PORT",
      description = "Brokers (default: the local one of 'filbert kafka start').")
  @Nullable String bootstrapServers;

  @Option(
      names = "--kafka-properties",
      paramLabel = "FILE",
      description = "Settings of Kafka's clients by their own names, such as security.protocol.")
  @Nullable Path properties;

  @Option(
      names = "--dead-letters",
      paramLabel = "TOPIC",
      description =
          "Topic for records that cannot be used (default: the first of them ends the run).")
  @Nullable String deadLetters;

  @Option(
      names = "--start",
      paramLabel = "earliest|latest|committed|TIME",
      defaultValue = "earliest",
      description =
          "Where a new run begins to read; at a time such as 2026-11-01T00:00:00Z: the first record"
              + " of then or later (default: ${DEFAULT-VALUE}).")
  String start = "earliest";

  @Option(
      names = "--checkpoint-interval",
      paramLabel = "TIME",
      defaultValue = "10s",
      description =
          "Time between checkpoints, after which readers of committed records see the"
              + " predictions (default: ${DEFAULT-VALUE}).")
  String checkpointInterval = "10s";

  @Option(
      names = "--reload-interval",
      paramLabel = "TIME",
      defaultValue = "10s",
      description =
          "Time between two looks for a newer version of a model without @VERSION (default:"
              + " ${DEFAULT-VALUE}).")
  String reloadInterval = "10s";

  @Option(
      names = "--restart-wait",
      paramLabel = "TIME",
      defaultValue = "24h",
      description =
          "Longest time without slots for all workers, as after the loss of a machine of a cluster:"
              + " waiting is no failure, and the run goes on as soon as there are slots enough"
              + " (default: ${DEFAULT-VALUE}).")
  String restartWait = "24h";

  @Mixin RunDirectoryOption directory = new RunDirectoryOption();

  boolean isGiven() {
    return !topics.isEmpty() || directory.resumed != null;
  }

  /** Runs here, or on the cluster. */
  int run(CommandSpec command, ScoringOptions scoring, TopicScoring.Detail detail)
      throws Exception {
    ProjectPaths paths = ProjectPaths.ofProcess();
    Optional<RunStart> resumed = directory.resumed(paths);
    TopicScoring job = resumed.isPresent() ? of(resumed.get()) : of(scoring, detail);
    String target = resumed.map(RunStart::directory).orElse(directory.of(job.name(), paths));
    if (scoring.flink.onCluster()) {
      List<String> arguments =
          new ArrayList<>(
              FlinkOptions.withoutCluster(
                  command.root().commandLine().getParseResult().originalArgs()));
      if (resumed.isEmpty() && directory.given == null) {
        arguments.addAll(List.of("--out", target));
      }
      return scoring.flink.submit(command, arguments, job.parallelism());
    }
    RunStart begun =
        resumed.isPresent()
            ? resumed.get()
            : RunStart.of(
                target, job, job.parallelism(), job.store(), paths, Application.ofProcess());
    job.run(
        begun,
        FlinkOptions.configuration(),
        "predict --model " + scoring.model + (properties == null ? "" : " --kafka-properties FILE"),
        command.commandLine().getOut());
    return 0;
  }

  /** The configuration that a run began with; secrets come from the file of properties again. */
  private TopicScoring of(RunStart resumed) throws IOException {
    String origin = resumed.directory() + "/" + RunDirectory.CONFIG;
    TopicScoring begun =
        new ConfigLoader().parse(origin, resumed.identity().configuration(), TopicScoring.class);
    return properties == null ? begun : begun.withProperties(new KafkaProperties(properties()));
  }

  private TopicScoring of(ScoringOptions scoring, TopicScoring.Detail detail) throws IOException {
    ModelVersion version = scoring.store.find(scoring.model);
    ModelChoice choice =
        new ModelChoice(
            scoring.store.path(),
            version.name(),
            scoring.model.contains("@") ? version.number() : null,
            time("--reload-interval", reloadInterval));
    return new TopicScoring(
        choice.name() + "-" + topics.get(0),
        scoring.parallelism(),
        choice.store(),
        choice.name(),
        choice.pinned() == null ? OptionalInt.empty() : OptionalInt.of(choice.pinned()),
        choice.reload(),
        new KafkaInputConfig(
            KafkaCommand.bootstrapServers(bootstrapServers),
            topics.get(0),
            Optional.empty(),
            Optional.empty(),
            start(),
            End.NEVER,
            scoring.input.recordFormat(choice),
            new KafkaProperties(properties())),
        new KafkaOutputConfig(Optional.of(topics.get(1)), Optional.ofNullable(deadLetters)),
        detail,
        new CheckpointConfig(
            time("--checkpoint-interval", checkpointInterval), Optional.empty(), 0),
        new RestartConfig(time("--restart-wait", restartWait)));
  }

  private Start start() {
    try {
      return new Start(start.toLowerCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "--start: found " + start + ", allowed " + Start.ALLOWED, e);
    }
  }

  private static Duration time(String option, String text) {
    try {
      return DurationText.parse(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(option + ": " + e.getMessage(), e);
    }
  }

  private Map<String, String> properties() throws IOException {
    Properties read = new Properties();
    if (properties != null) {
      if (!Files.isRegularFile(properties)) {
        throw new IllegalArgumentException("--kafka-properties: found no file " + properties);
      }
      try (var in = Files.newBufferedReader(properties)) {
        read.load(in);
      }
    }
    Map<String, String> values = new HashMap<>();
    read.stringPropertyNames().forEach(name -> values.put(name, read.getProperty(name)));
    return values;
  }
}
