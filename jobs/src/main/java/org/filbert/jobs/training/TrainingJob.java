package org.filbert.jobs.training;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.LocalStreamEnvironment;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.filbert.connectors.flink.InstanceReader;
import org.filbert.connectors.flink.InstanceSerializer;
import org.filbert.connectors.read.Input;
import org.filbert.data.Instance;
import org.filbert.data.Role;
import org.filbert.data.ValidationSplit;
import org.filbert.jobs.config.ConfigLoader;
import org.filbert.jobs.config.DataSource;
import org.filbert.jobs.config.ProjectPaths;
import org.filbert.jobs.config.TrainConfig;
import org.filbert.operators.loop.SuperstepLoop;
import org.filbert.store.ModelStore;

/** Trains a model as a configuration says, on whatever Flink this process runs with. */
public final class TrainingJob {
  private final TrainConfig config;
  private final ProjectPaths paths;
  private final Configuration flink;

  /**
   * Prepares a training.
   *
   * @param flink settings for an embedded Flink, or additions to those of the cluster
   */
  public TrainingJob(TrainConfig config, ProjectPaths paths, Configuration flink) {
    this.config = config;
    this.paths = paths;
    this.flink = new Configuration(flink);
  }

  /**
   * Runs the training and follows it.
   *
   * @param runDirectory where the run's files go, on a file system that the workers see
   */
  public void run(String runDirectory, PrintWriter out) throws Exception {
    if (StreamExecutionEnvironment.getExecutionEnvironment(flink)
        instanceof LocalStreamEnvironment) {
      TrainerOptions.refuseHopeless(config); // a cluster's workers have other machines
    }
    List<Input> inputs = inputs();
    String store = paths.store(config.store());
    ModelStore.open(new Path(store)).checkWritable();
    RunDirectory run = new RunDirectory(runDirectory);
    run.create();
    String configuration = new ConfigLoader().toYaml(config);
    run.write(RunDirectory.CONFIG, configuration);

    TrainingLoop loop =
        new TrainingLoop(
            configuration,
            workers(config),
            inputs,
            store,
            runDirectory,
            UUID.randomUUID().toString(),
            Instant.now().toEpochMilli());
    Recovery.configure(flink, config.checkpoint(), runDirectory);
    EmbeddedFlink.configure(flink, loop.workers());
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(flink);
    env.setParallelism(loop.workers());
    SuperstepLoop.build(rows(env, inputs), loop);
    follow(env.executeAsync("filbert train " + config.name()), run, out);
  }

  /** Parallelism P of a run that is started here: one slot for each worker. */
  public static int workers(TrainConfig config) {
    return config.parallelism().orElse(Runtime.getRuntime().availableProcessors());
  }

  private List<Input> inputs() throws IOException {
    List<Input> inputs = new ArrayList<>();
    add(inputs, Role.TRAIN, Optional.of(config.data().train()));
    add(inputs, Role.VALIDATION, config.data().validation());
    add(inputs, Role.TEST, config.data().test());
    return inputs;
  }

  private void add(List<Input> inputs, Role role, Optional<DataSource> source) throws IOException {
    if (source.isPresent()) {
      inputs.add(
          Input.of(
              source.get().toDataSet(role, config.data().onBadRecord(), config.task(), paths)));
    }
  }

  private DataStream<Instance> rows(StreamExecutionEnvironment env, List<Input> inputs) {
    DataStream<Instance> all =
        inputs.stream()
            .map(
                input ->
                    (DataStream<Instance>)
                        InstanceReader.read(
                            env, input, "read-" + TrainerOptions.name(input.dataSet().role())))
            .reduce((a, b) -> a.union(b))
            .orElseThrow();
    return config.data().validationFraction().isPresent() ? holdOut(all) : all;
  }

  private DataStream<Instance> holdOut(DataStream<Instance> rows) {
    ValidationSplit split =
        new ValidationSplit(config.seed(), config.data().validationFraction().getAsDouble());
    return rows.map(split::apply).returns(InstanceSerializer.TYPE).name("hold out validation rows");
  }

  private static void follow(JobClient job, RunDirectory run, PrintWriter out) throws Exception {
    try (TrainingConsole console = new TrainingConsole(run, out)) {
      JobFollower.follow(job, console::refresh, () -> cancel(job, out));
      console.report();
    }
  }

  private static void cancel(JobClient job, PrintWriter out) {
    out.println();
    out.println("interrupted: cancelling the job, no model is stored");
    out.flush();
    try {
      job.cancel().get(20, TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      out.println("the job did not confirm: " + e.getMessage());
      out.flush();
    }
  }
}
