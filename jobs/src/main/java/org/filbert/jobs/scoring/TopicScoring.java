package org.filbert.jobs.scoring;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.filbert.connectors.TaskKind;
import org.filbert.connectors.kafka.KeyedJson;
import org.filbert.connectors.stream.Arrival;
import org.filbert.connectors.stream.RowRule;
import org.filbert.data.Outputs;
import org.filbert.jobs.cluster.JobWatch;
import org.filbert.jobs.cluster.SlotWait;
import org.filbert.jobs.config.section.CheckpointConfig;
import org.filbert.jobs.config.section.KafkaInputConfig;
import org.filbert.jobs.config.section.KafkaOutputConfig;
import org.filbert.jobs.config.section.KafkaProperties;
import org.filbert.jobs.config.section.RestartConfig;
import org.filbert.jobs.kafka.KafkaStreams;
import org.filbert.jobs.run.EmbeddedFlink;
import org.filbert.jobs.run.Interruption;
import org.filbert.jobs.run.JobFailedException;
import org.filbert.jobs.run.JobFollower;
import org.filbert.jobs.run.Recovery;
import org.filbert.jobs.run.Resumption;
import org.filbert.jobs.run.RunStart;
import org.filbert.jobs.run.StoppedException;
import org.filbert.model.RowEncoder;
import org.filbert.model.TablePreprocessing;
import org.filbert.model.TrainedModel;
import org.filbert.operators.online.CellAdapter;
import org.filbert.operators.online.FeatureAdapter;
import org.filbert.operators.online.LabelRule;
import org.filbert.operators.online.RowAdapter;
import org.filbert.operators.scoring.ModelChoice;
import org.filbert.operators.scoring.SharedModel;
import org.filbert.operators.scoring.StreamPredictor;
import org.filbert.table.CellColumns;
import org.jspecify.annotations.Nullable;

/**
 * Predicts the records of a Kafka topic into another one, each exactly once, until it is stopped.
 * As a configuration it is what the run directory keeps.
 *
 * @param store root of the model store
 * @param model name of the model
 * @param version that is pinned; absent: the newest, which newer ones take over from
 * @param reload time from one look for a newer version to the next
 */
public record TopicScoring(
    String name,
    int parallelism,
    String store,
    String model,
    OptionalInt version,
    Duration reload,
    KafkaInputConfig input,
    KafkaOutputConfig output,
    Detail detail,
    CheckpointConfig checkpoint,
    @JsonProperty(defaultValue = "{}") RestartConfig restart) {

  /** What is written beside each prediction, as {@link PredictionDetail} says. */
  public record Detail(
      boolean scores, boolean probabilities, OptionalDouble interval, @Nullable String threshold) {}

  /** The stored model. */
  public ModelChoice choice() {
    return new ModelChoice(store, model, version.isPresent() ? version.getAsInt() : null, reload);
  }

  /** The same with other settings of Kafka's clients. */
  public TopicScoring withProperties(KafkaProperties properties) {
    KafkaInputConfig other =
        new KafkaInputConfig(
            input.bootstrapServers(),
            input.topic(),
            input.labels(),
            input.groupId(),
            input.start(),
            input.end(),
            input.record(),
            properties);
    return new TopicScoring(
        name,
        parallelism,
        store,
        model,
        version,
        reload,
        other,
        output,
        detail,
        checkpoint,
        restart);
  }

  /** Runs until the process is interrupted. */
  public void run(RunStart start, Configuration flink, String command, PrintWriter out)
      throws Exception {
    JobClient job = start(start, flink);
    if (JobFollower.leaves(job, start, out)) {
      return;
    }
    out.printf(
        "predicting %s into %s with %s, run directory %s%n",
        input.topic(), output.predictions().orElse("-"), choice().find(), start.directory());
    out.flush();
    Resumption resumption = start.resumption(command, checkpoint);
    SlotWait wait = new SlotWait(restart.longestWait(), "--restart-wait");
    try (JobWatch watch = JobWatch.of(job, flink, start, wait, out)) {
      JobFollower.follow(
          job, () -> {}, watch::hasGivenUp, out, () -> new Interruption(out, resumption).stop(job));
      watch.endIfGivenUp(resumption);
    } catch (JobFailedException e) {
      throw resumption.failed(e.failure());
    }
    throw resumption.failed(new StoppedException("it was stopped"));
  }

  /** Starts or resumes a run. */
  public JobClient start(RunStart start, Configuration given) throws Exception {
    Configuration flink = new Configuration(given);
    Recovery.configureStream(flink, checkpoint, start);
    EmbeddedFlink.configure(flink, parallelism);
    KafkaStreams streams;
    TopicAnswer answer = new TopicAnswer(detail);
    try (SharedModel shared = choice().acquire()) {
      answer.check(shared.model());
      streams = streams(shared.model());
    }
    streams.check(checkpoint.interval());
    start.create();
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(flink);
    env.setParallelism(parallelism);
    DataStream<Arrival> arrivals = streams.arrivals(env);
    streams.writeDeadLetters(arrivals);
    DataStream<Arrival> rows =
        arrivals.filter(Arrival.Row.class::isInstance).name("rows").uid("rows");
    streams.writeJson(
        new StreamPredictor(choice())
            .predict(
                rows,
                row -> ((Arrival.Row) row).features(),
                answer,
                TypeInformation.of(KeyedJson.class))
            .uid("predict"));
    return env.executeAsync("filbert predict " + name);
  }

  private KafkaStreams streams(TrainedModel trained) {
    RowEncoder rows = trained.preprocessing().ofRecords();
    TaskKind task =
        trained.outputs() instanceof Outputs.Classes
            ? TaskKind.CLASSIFICATION
            : TaskKind.REGRESSION;
    LabelRule labels = new LabelRule(task, Map.of(), List.of());
    @Nullable CellColumns cells =
        rows instanceof TablePreprocessing table ? table.table().cells() : null;
    RowRule rule =
        cells == null
            ? new RowAdapter(
                new FeatureAdapter(
                    rows.features(),
                    FeatureAdapter.Unknown.REFUSE,
                    FeatureAdapter.Missing.REFUSE,
                    new double[0],
                    FeatureAdapter.LARGEST),
                labels)
            : new CellAdapter(cells, labels);
    return new KafkaStreams(name, input, output, input.format(task, rows.features(), cells), rule);
  }
}
