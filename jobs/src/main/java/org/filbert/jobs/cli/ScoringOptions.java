package org.filbert.jobs.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.OptionalDouble;
import org.filbert.connectors.BadInputException;
import org.filbert.connectors.file.RecordReader;
import org.filbert.connectors.read.Input;
import org.filbert.data.Instance;
import org.filbert.jobs.config.yaml.ProjectPaths;
import org.filbert.jobs.query.QueryPredictions;
import org.filbert.jobs.scoring.ScoringJob;
import org.filbert.model.TextPreprocessing;
import org.filbert.model.TrainedModel;
import org.filbert.operators.scoring.Scoring;
import org.filbert.operators.scoring.SharedModel;
import org.filbert.store.ModelVersion;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The arguments of all commands that score rows with a model. */
final class ScoringOptions {
  /** Uses the scores. */
  interface Action {
    void run(ScoringJob job, TrainedModel model, ModelVersion version) throws Exception;
  }

  @Option(
      names = "--model",
      required = true,
      paramLabel = "NAME[@VERSION]",
      description = "The model and its version (default: the latest).")
  String model = "";

  @Option(
      names = "--parallelism",
      paramLabel = "N",
      description = "Number of batches scored at a time (default: the number of cores).")
  @Nullable Integer parallelism;

  @Mixin StoreOption store = new StoreOption();
  @Mixin InputOptions input = new InputOptions();
  @Mixin FlinkOptions flink = new FlinkOptions();

  /**
   * Runs the job here, or the whole command on the cluster.
   *
   * @param compare whether the rows' labels are needed
   * @return the exit code
   */
  @SuppressWarnings("try") // the kept rows are read by their path
  int run(CommandSpec command, boolean compare, Action action) throws Exception {
    input.require(command);
    if (flink.onCluster()) {
      return submit(command);
    }
    ModelVersion version = store.find(model);
    try (KeptRows rows = KeptRows.of(input, store.path(), version);
        SharedModel shared = SharedModel.acquire(store.path(), version)) {
      action.run(job(shared, version, compare), shared.model(), version);
    }
    return 0;
  }

  private int submit(CommandSpec command) throws InterruptedException {
    return flink.submit(
        command,
        FlinkOptions.withoutCluster(command.root().commandLine().getParseResult().originalArgs()),
        parallelism());
  }

  /**
   * Inserts the predictions of a query's rows into a table, here or on the cluster.
   *
   * @param interval probability that a number lies within its interval
   * @return the exit code
   */
  int insert(CommandSpec command, String table, OptionalDouble interval) throws Exception {
    input.requireQueryAlone(command);
    if (flink.onCluster()) {
      return submit(command);
    }
    ModelVersion version = store.find(model);
    QueryPredictions.Predictor predictor;
    try (SharedModel shared = SharedModel.acquire(store.path(), version)) {
      predictor =
          new QueryPredictions.Predictor(
              store.path(),
              model,
              InputOptions.columns(shared.model()),
              shared.model().preprocessing().ofRecords() instanceof TextPreprocessing,
              interval);
    }
    new QueryPredictions(
            ProjectPaths.ofProcess(),
            FlinkOptions.configuration(),
            parallelism(),
            input.query.script())
        .insert(input.query.query().orElseThrow(), predictor, table);
    PrintWriter out = command.commandLine().getOut();
    out.printf("predictions of %s are in %s%n", version, table);
    out.flush();
    return 0;
  }

  private ScoringJob job(SharedModel shared, ModelVersion version, boolean compare)
      throws IOException {
    Input rows = Input.of(input.dataSet(shared.model(), compare));
    checkFirst(rows, shared.model());
    Scoring scoring = new Scoring(rows, store.path(), version.name(), version.number(), compare);
    return new ScoringJob(scoring, shared.model(), parallelism(), FlinkOptions.configuration());
  }

  int parallelism() {
    return parallelism != null ? parallelism : Runtime.getRuntime().availableProcessors();
  }

  /** Reads the first row before the job, so that a wrong number of features is reported early. */
  private static void checkFirst(Input rows, TrainedModel model) throws IOException {
    try (RecordReader reader = rows.open(rows.files().get(0))) {
      if (reader.next() instanceof Instance.Example first) {
        try {
          model.preprocessing().check(first.features());
        } catch (IllegalArgumentException e) {
          throw new BadInputException(
              rows.place(first.position()), String.valueOf(e.getMessage()), e);
        }
      }
    }
  }
}
