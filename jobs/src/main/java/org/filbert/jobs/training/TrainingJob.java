package org.filbert.jobs.training;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.filbert.connectors.TaskKind;
import org.filbert.connectors.flink.InstanceReader;
import org.filbert.connectors.read.Input;
import org.filbert.data.Instance;
import org.filbert.data.Role;
import org.filbert.jobs.cluster.JobWatch;
import org.filbert.jobs.cluster.SlotWait;
import org.filbert.jobs.config.ConfigLoader;
import org.filbert.jobs.config.section.DataSource;
import org.filbert.jobs.config.section.ModelConfig;
import org.filbert.jobs.config.training.TrainConfig;
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
import org.filbert.jobs.training.report.Choice;
import org.filbert.jobs.training.report.RunNumerics;
import org.filbert.jobs.training.report.TrainingRun;
import org.filbert.operators.loop.SuperstepLoop;
import org.filbert.operators.training.PackedSpec;
import org.filbert.store.ModelStore;
import org.filbert.table.ValueType;
import org.filbert.train.TrainingSpec;
import org.filbert.train.columns.TableOptions;
import org.filbert.train.rows.RowUse;
import org.jspecify.annotations.Nullable;

/** Trains the model of a configuration, on the Flink that this process runs with. */
public final class TrainingJob {
  /** Keys in which a run that goes on may differ from the one that began. */
  public static final List<String> FREE = List.of("checkpoint", "restart", "store");

  private final TrainConfig config;
  private final ProjectPaths paths;
  private final Configuration flink;
  private final @Nullable Choice choice;

  /**
   * Prepares a training.
   *
   * @param flink settings for an embedded Flink, or additions to those of the cluster
   */
  public TrainingJob(TrainConfig config, ProjectPaths paths, Configuration flink) {
    this(config, paths, flink, null);
  }

  /**
   * Prepares the training of settings that were chosen.
   *
   * @param choice what they were chosen from; null if they were not
   */
  public TrainingJob(
      TrainConfig config, ProjectPaths paths, Configuration flink, @Nullable Choice choice) {
    this.config = config;
    this.paths = paths;
    this.flink = new Configuration(flink);
    this.choice = choice;
  }

  /**
   * Runs the training and follows it.
   *
   * @param runDirectory where the run's files go, on a file system that the workers see
   */
  public void run(String runDirectory, PrintWriter out) throws Exception {
    run(RunStart.of(runDirectory, config, paths), false, out);
  }

  /**
   * Runs a training that begins or goes on, and follows it.
   *
   * @param strict whether what would be a warning of the rows or the model ends the run
   */
  public void run(RunStart start, boolean strict, PrintWriter out) throws Exception {
    if (start.hasEnded()) {
      out.println(start.directory() + ": the run has ended");
      return;
    }
    if (EmbeddedFlink.runs(flink)) {
      RunNumerics.of(config.backend()).prepare();
      config.spec().refuseHopeless(); // a cluster's workers have other machines
      WarmUp.begin(config);
    }
    List<Input> inputs = check();
    TrainConfig named = config.withColumnsOf(inputs.get(0).dataSet().format());
    String store = paths.store(config.store());
    start.create();
    named.preprocessing().unstatedScaling(named.data().train().format()).ifPresent(out::println);

    TrainingRun run =
        new TrainingRun(
            config.name(),
            new PackedSpec(spec(named, inputs.get(0).types())),
            new ConfigLoader().toYaml(named),
            RunNumerics.of(config.backend()),
            config.checkpoint().restarts(),
            config.from().map(ModelConfig::name).orElse(""),
            config.from().map(ModelConfig::version).orElse(OptionalInt.empty()).orElse(0),
            start.identity().workers(),
            inputs,
            store,
            start.directory(),
            start.identity().runId(),
            start.identity().created(),
            choice,
            strict);
    Optional<String> from = Recovery.configure(flink, config.checkpoint(), start);
    if (start.occasion() != RunStart.Occasion.NEW
        && (from.isPresent() || (choice == null && config.calibrationFolds() == 0))) {
      out.println(from.map(path -> "goes on from " + path).orElse("begins anew: no checkpoint"));
    }
    EmbeddedFlink.configureLoop(flink, run.workers());
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(flink);
    env.setParallelism(run.workers());
    SuperstepLoop.build(rows(env, inputs), new TrainingLoop(run));
    JobClient job = env.executeAsync("filbert train " + config.name());
    if (!JobFollower.leaves(job, start, out)) {
      follow(job, run, start, out);
    }
  }

  /** Looks at the inputs and at the model store; the inputs, training rows first. */
  public List<Input> check() throws IOException {
    List<Input> inputs = inputs();
    ModelStore.open(new Path(paths.store(config.store()))).checkWritable();
    return inputs;
  }

  /** Looks at the inputs; training rows first. */
  public List<Input> inputs() throws IOException {
    Input train = input(Role.TRAIN, config.data().train());
    TrainConfig named = config.withColumnsOf(train.dataSet().format());
    List<Input> inputs = new ArrayList<>(List.of(train));
    add(inputs, Role.VALIDATION, named.data().validationSource());
    add(inputs, Role.TEST, named.data().testSource());
    return inputs;
  }

  private TrainingSpec spec(TrainConfig named, Map<String, ValueType> types) {
    TrainingSpec spec = typed(named.spec(), types);
    return choice == null || !choice.allRows()
        ? spec
        : spec.toBuilder().rows(RowUse.ALL).validationFraction(OptionalDouble.empty()).build();
  }

  /** The same whose model keeps the types that the columns have in the training table. */
  private static TrainingSpec typed(TrainingSpec spec, Map<String, ValueType> types) {
    TableOptions table = spec.preprocessing().table();
    return table == null || types.isEmpty()
        ? spec
        : spec.toBuilder().preprocessing(spec.preprocessing().with(table.withTypes(types))).build();
  }

  private void add(List<Input> inputs, Role role, Optional<DataSource> source) throws IOException {
    if (source.isPresent()) {
      inputs.add(input(role, source.get()));
    }
  }

  private Input input(Role role, DataSource source) throws IOException {
    return Input.of(
        source
            .toDataSet(role, config.data().onBadRecord(), config.task(), paths)
            .withColumns(config.preprocessing().cells()));
  }

  private static DataStream<Instance> rows(StreamExecutionEnvironment env, List<Input> inputs) {
    return inputs.stream()
        .map(
            input ->
                (DataStream<Instance>)
                    InstanceReader.read(
                        env, input, "read-" + RunNumerics.name(input.dataSet().role())))
        .reduce((a, b) -> a.union(b))
        .orElseThrow();
  }

  private void follow(JobClient job, TrainingRun run, RunStart start, PrintWriter out)
      throws Exception {
    Resumption resumption = start.resumption("train", config.checkpoint());
    RunDirectory directory = new RunDirectory(start.directory());
    ModelStore store = ModelStore.open(new Path(run.store()));
    LateEnd.Asked stored = () -> store.publishedBy(config.name(), run.runId()).isPresent();
    boolean classes = config.task() == TaskKind.CLASSIFICATION;
    try (TrainingConsole console = new TrainingConsole(directory, classes, out);
        JobWatch watch =
            JobWatch.of(
                job, flink, start, SlotWait.ofConfiguration(config.restart().longestWait()), out)) {
      LateEnd lateEnd = new LateEnd(job, !EmbeddedFlink.runs(flink), directory, stored, out);
      JobFollower.follow(
          job,
          console::refresh,
          () -> lateEnd.check(System.nanoTime()) || watch.hasGivenUp(),
          out,
          () -> new Interruption(out, resumption).cancel(job));
      watch.endIfGivenUp(resumption);
      console.report(
          store
              .publishedBy(config.name(), run.runId())
              .orElseThrow(() -> resumption.failed(new StoppedException("it has no model"))));
    } catch (JobFailedException e) {
      throw resumption.failed(e.failure());
    }
    resumption.clear(out);
  }
}
