package org.filbert.jobs.online;

import java.io.PrintWriter;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.filbert.connectors.TaskKind;
import org.filbert.connectors.flink.ArrivalSerializer;
import org.filbert.connectors.stream.Arrival;
import org.filbert.jobs.config.ConfigLoader;
import org.filbert.jobs.config.OnlineConfig;
import org.filbert.jobs.config.ProjectPaths;
import org.filbert.jobs.training.EmbeddedFlink;
import org.filbert.jobs.training.Recovery;
import org.filbert.jobs.training.RunDirectory;
import org.filbert.online.Batch;
import org.filbert.online.Prediction;
import org.filbert.online.progressive.Report;
import org.filbert.operators.loop.MessageSerializer;
import org.filbert.operators.loop.StreamLoop;
import org.filbert.operators.online.BatcherOperator;
import org.filbert.operators.online.LabelJoin;
import org.filbert.store.ModelStore;
import org.jspecify.annotations.Nullable;

/** Learns from a stream as a configuration says, on whatever Flink this process runs with. */
public final class OnlineJob {
  private final OnlineConfig config;
  private final ProjectPaths paths;
  private final Configuration flink;

  /**
   * Prepares a run.
   *
   * @param flink settings for an embedded Flink, or additions to those of the cluster
   */
  public OnlineJob(OnlineConfig config, ProjectPaths paths, Configuration flink) {
    this.config = config;
    this.paths = paths;
    this.flink = new Configuration(flink);
  }

  /** Runs until the stream ends or the process is interrupted, and shows the table meanwhile. */
  public void run(String runDirectory, @Nullable String savepoint, PrintWriter out)
      throws Exception {
    JobClient job = start(runDirectory, savepoint);
    RunDirectory run = new RunDirectory(runDirectory);
    boolean classes = config.task() == TaskKind.CLASSIFICATION;
    new OnlineFollower(job, run, new OnlineConsole(run, classes, out), out).follow();
  }

  /**
   * Starts a run.
   *
   * @param runDirectory where the run's files go, on a file system that the workers see
   * @param savepoint of the same run to go on from; null to begin anew
   */
  public JobClient start(String runDirectory, @Nullable String savepoint) throws Exception {
    String store = paths.store(config.store());
    ModelStore.open(new Path(store)).checkWritable();
    String configuration = new ConfigLoader().toYaml(config);
    int workers = workers(config);
    Recovery.configure(flink, config.checkpoint(), runDirectory);
    EmbeddedFlink.configure(flink, workers);
    if (savepoint != null) {
      flink.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
    }
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(flink);
    env.setParallelism(workers);

    StreamEnds ends =
        config.input().file().isPresent()
            ? FileEnds.of(config, paths, runDirectory)
            : KafkaEnds.of(config, runDirectory);
    OnlineLoop loop = new OnlineLoop(configuration, workers, ends.features(), store);
    loop.program(); // checks what the settings say together
    build(env, ends, loop, RunFiles.of(runDirectory, configuration, savepoint != null));
    return env.executeAsync("filbert train-online " + config.name());
  }

  /** Parallelism P of a run that is started here: one slot for each worker. */
  public static int workers(OnlineConfig config) {
    return config.parallelism().orElse(Runtime.getRuntime().availableProcessors());
  }

  private void build(
      StreamExecutionEnvironment env, StreamEnds ends, OnlineLoop loop, RunFiles files) {
    StreamLoop.Built<Batch, Report> built =
        StreamLoop.build(
            joined(ends.arrivals(env)),
            new BatcherOperator(RowSettings.batches(config, loop.features())),
            loop);
    DataStream<Arrival> rejected = built.batcher().getSideOutput(BatcherOperator.REJECTED);
    SingleOutputStreamOperator<Prediction> predictions =
        built
            .outputs()
            .connect(rejected)
            .transform(
                "record",
                MessageSerializer.type(Prediction.class, loop.messages()),
                new OnlineRecorder(loop, files))
            .setParallelism(1)
            .setMaxParallelism(1)
            .uid("record");
    ends.write(predictions, rejected);
  }

  private DataStream<Arrival> joined(DataStream<Arrival> arrivals) {
    return config
        .rows()
        .labelDelay()
        .map(
            delay ->
                (DataStream<Arrival>)
                    arrivals
                        .keyBy(LabelJoin::key)
                        .process(new LabelJoin(delay.toMillis()), ArrivalSerializer.TYPE)
                        .setParallelism(1)
                        .name("join labels")
                        .uid("join-labels"))
        .orElse(arrivals);
  }
}
