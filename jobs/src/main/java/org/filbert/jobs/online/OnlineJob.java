package org.filbert.jobs.online;

import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.filbert.connectors.TaskKind;
import org.filbert.connectors.flink.ArrivalSerializer;
import org.filbert.connectors.kafka.Secrets;
import org.filbert.connectors.stream.Arrival;
import org.filbert.jobs.cluster.JobWatch;
import org.filbert.jobs.cluster.SlotWait;
import org.filbert.jobs.config.ConfigLoader;
import org.filbert.jobs.config.ConfigText;
import org.filbert.jobs.config.stream.OnlineConfig;
import org.filbert.jobs.config.yaml.ProjectPaths;
import org.filbert.jobs.run.EmbeddedFlink;
import org.filbert.jobs.run.Interruption;
import org.filbert.jobs.run.JobFailedException;
import org.filbert.jobs.run.JobFollower;
import org.filbert.jobs.run.Recovery;
import org.filbert.jobs.run.Resumption;
import org.filbert.jobs.run.RunDirectory;
import org.filbert.jobs.run.RunStart;
import org.filbert.jobs.run.StoppedException;
import org.filbert.jobs.training.report.RunNumerics;
import org.filbert.model.TrainedModel;
import org.filbert.online.Batch;
import org.filbert.online.Prediction;
import org.filbert.online.progressive.Report;
import org.filbert.operators.loop.MessageSerializer;
import org.filbert.operators.loop.StreamLoop;
import org.filbert.operators.online.BatcherOperator;
import org.filbert.operators.online.LabelJoin;
import org.filbert.store.ModelStore;
import org.filbert.table.TableEncoder;
import org.jspecify.annotations.Nullable;

/** Learns from a stream as a configuration says, on the Flink cluster of this process. */
public final class OnlineJob {
  /** Keys that may change when a run is resumed. */
  public static final List<String> FREE =
      List.of(
          "checkpoint",
          "restart",
          "store",
          "parallelism",
          "output",
          "snapshots",
          "progressive.every",
          "progressive.growth",
          "input.kafka.bootstrapServers",
          "input.kafka.groupId",
          "input.kafka.properties",
          "input.sql.script");

  private final OnlineConfig config;
  private final ProjectPaths paths;
  private final Configuration flink;
  private final boolean strict;
  private final boolean explains;

  /**
   * @param flink settings for an embedded Flink, or additions to the cluster's
   */
  public OnlineJob(OnlineConfig config, ProjectPaths paths, Configuration flink) {
    this(config, paths, flink, false, false);
  }

  /**
   * @param flink settings for an embedded Flink, or additions to the cluster's
   * @param strict whether the first notice ends the run with an error
   * @param explains whether each line of the table says how much the model looks at which inputs
   */
  public OnlineJob(
      OnlineConfig config,
      ProjectPaths paths,
      Configuration flink,
      boolean strict,
      boolean explains) {
    this.strict = strict;
    this.explains = explains;
    this.config = config;
    this.paths = paths;
    this.flink = new Configuration(flink);
  }

  /** Runs from the start of the stream. See {@link #run(RunStart, PrintWriter)}. */
  public void run(String runDirectory, PrintWriter out) throws Exception {
    run(RunStart.of(runDirectory, config, paths), out);
  }

  /** Starts a run. */
  public JobClient start(String runDirectory) throws Exception {
    return start(RunStart.of(runDirectory, config, paths));
  }

  /** Runs until the stream ends or the process is interrupted, and shows the progressive table. */
  public void run(RunStart start, PrintWriter out) throws Exception {
    if (start.hasEnded()) {
      out.println(start.directory() + ": the run has ended");
      return;
    }
    start
        .formerWorkers()
        .ifPresent(
            before ->
                out.println(
                    "parallelism is %s, was %s: the predictions are the same up to the order in which the workers' parts are added"
                        .formatted(start.identity().workers(), before)));
    JobClient job = start(start);
    if (JobFollower.leaves(job, start, out)) {
      return;
    }
    RunDirectory run = new RunDirectory(start.directory());
    OnlineConsole console =
        new OnlineConsole(
            run,
            config.task() == TaskKind.CLASSIFICATION,
            OnlineExperts.of(config, 1), // widths are not shown
            explains,
            out);
    String command =
        new ConfigLoader().toYaml(config).contains(Secrets.HIDDEN)
            ? "train-online CONFIG"
            : "train-online";
    Resumption resumption = start.resumption(command, config.checkpoint());
    try (JobWatch watch =
        JobWatch.of(
            job, flink, start, SlotWait.ofConfiguration(config.restart().longestWait()), out)) {
      JobFollower.follow(
          job,
          console::refresh,
          watch::hasGivenUp,
          out,
          () -> new Interruption(out, resumption).stop(job));
      watch.endIfGivenUp(resumption);
    } catch (JobFailedException e) {
      throw resumption.failed(e.failure());
    }
    if (!run.has(RunDirectory.SUMMARY)) {
      throw resumption.failed(new StoppedException("it has no " + RunDirectory.SUMMARY));
    }
    console.report();
    resumption.clear(out);
  }

  /** Starts or resumes a run. */
  public JobClient start(RunStart start) throws Exception {
    String store = paths.store(config.store());
    ModelStore.open(new Path(store)).checkWritable();
    if (EmbeddedFlink.runs(flink)) {
      RunNumerics.of(config.backend()).prepare();
    }
    int workers = start.identity().workers();
    Optional<String> from = Recovery.configureStream(flink, config.checkpoint(), start);
    if (from.isPresent()) {
      Recovery.checkWorkers(from.get(), StreamLoop.workersUid(OnlineLoop.NAME), workers);
    }
    EmbeddedFlink.configureLoop(flink, workers);
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(flink);
    env.setParallelism(workers);

    TableEncoder table = RowSettings.table(config, store);
    StreamEndpoints ends = StreamEndpoints.of(config, paths, start, env, table);
    OnlineLoop loop =
        new OnlineLoop(
            new ConfigText<>(ends.config()),
            workers,
            ends.features(),
            store,
            start.directory(),
            start.identity().runId(),
            start.identity().created(),
            strict,
            explains
                ? ExplainedInputs.of(ends.config(), ends.features(), table)
                : ExplainedInputs.NONE);
    loop.program(); // checks the settings together
    start.create();
    build(
        env,
        ends,
        loop,
        start.occasion() == RunStart.Occasion.RESUMED
            ? Optional.empty() // the checkpoint has its preprocessing
            : config.from().map(model -> model.load(store)),
        table);
    return env.executeAsync("filbert train-online " + config.name());
  }

  private void build(
      StreamExecutionEnvironment env,
      StreamEndpoints ends,
      OnlineLoop loop,
      Optional<TrainedModel> initial,
      @Nullable TableEncoder table) {
    StreamLoop.Built<Batch, Report> built =
        StreamLoop.build(
            joined(ends.arrivals(env)),
            new BatcherOperator(RowSettings.batches(config, loop.features(), initial, table)),
            loop);
    DataStream<Arrival> rejected = built.batcher().getSideOutput(BatcherOperator.REJECTED);
    SingleOutputStreamOperator<Prediction> predictions =
        built
            .outputs()
            .connect(rejected)
            .transform(
                "record",
                MessageSerializer.type(Prediction.class, loop.messages()),
                new OnlineRecorder(loop))
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
                        .global()
                        .transform(
                            "join labels",
                            ArrivalSerializer.TYPE,
                            new LabelJoin(delay.toMillis(), config.rows().labelRows()))
                        .setParallelism(1)
                        .setMaxParallelism(1)
                        .uid("join-labels"))
        .orElse(arrivals);
  }
}
