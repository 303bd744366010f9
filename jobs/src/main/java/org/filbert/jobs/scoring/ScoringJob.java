package org.filbert.jobs.scoring;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.CloseableIterator;
import org.filbert.calibration.Margins;
import org.filbert.calibration.Probabilities;
import org.filbert.jobs.run.Application;
import org.filbert.jobs.run.AtExit;
import org.filbert.jobs.run.EmbeddedFlink;
import org.filbert.metrics.Threshold;
import org.filbert.model.TrainedModel;
import org.filbert.operators.scoring.Permutations;
import org.filbert.operators.scoring.Scoring;
import org.jspecify.annotations.Nullable;

/**
 * Predicts or evaluates on the Flink cluster of this process. A job is short and leaves nothing
 * behind when it fails, so it takes no checkpoints and does not restart. Small files are predicted
 * without a job.
 */
public final class ScoringJob {
  private final Scoring scoring;
  private final TrainedModel model;
  private final OutputColumns columns;
  private final int parallelism;
  private final Configuration flink;

  /**
   * @param model that scores
   * @param flink settings for an embedded Flink, or additions to the cluster's
   */
  public ScoringJob(Scoring scoring, TrainedModel model, int parallelism, Configuration flink) {
    if (parallelism < 1) {
      throw new IllegalArgumentException("parallelism is " + parallelism + ", must be 1 or more");
    }
    this.scoring = scoring;
    this.model = model;
    this.columns = OutputColumns.of(model.outputs());
    this.parallelism = parallelism;
    this.flink = new Configuration(flink);
    this.flink.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
    EmbeddedFlink.configure(this.flink, parallelism);
    this.flink.set(CheckpointingOptions.CHECKPOINT_STORAGE, "jobmanager"); // the job takes none
  }

  /**
   * Compares the model's predictions with the truth.
   *
   * @param detail what is measured beside the usual figures
   */
  public Evaluation evaluate(EvaluationDetail detail) throws Exception {
    OutputColumns compared = columns; // the job takes these alone with it
    Probabilities probabilities = model.calibration() instanceof Probabilities known ? known : null;
    Margins margins = PredictionDetail.margins(model, detail.interval());
    List<Threshold.Aim> aims = detail.aims(model);
    Permutations permutations = detail.permutations();
    return JsonText.read(
        run(
            "evaluate",
            false,
            permutations,
            () ->
                new Evaluator(
                    () -> new RowErrors(compared, probabilities, margins), aims, permutations)),
        Evaluation.class);
  }

  /**
   * Writes predictions. An older file of the same name is replaced at the end.
   *
   * @param output a file whose name selects the format: CSV or JSON lines
   * @param detail what is written beside the predictions
   */
  public Predictions predict(String output, PredictionDetail detail) throws Exception {
    PredictionDetail.OfModel given = detail.of(model);
    PredictionLines lines = PredictionLines.of(output, columns, given);
    if (!Application.ofProcess().onJobManager()) {
      PredictionFiles.check(output); // another machine writes it otherwise
    }
    int scores = given.width(columns.scores());
    KeptColumns kept =
        detail.kept().isEmpty() ? null : KeptColumns.of(detail.kept(), scoring.input());
    ResultOperator.Beginning files = () -> PredictionFiles.create(output, lines, scores, kept);
    LocalPrediction local = new LocalPrediction(scoring.explaining(detail.explain()));
    if (EmbeddedFlink.runs(flink) && local.suffices()) {
      return local.write(files);
    }
    return JsonText.read(run("predict", detail.explain(), null, files), Predictions.class);
  }

  @SuppressWarnings("try") // close() may be interrupted, as everything here
  private String run(
      String name,
      boolean explain,
      @Nullable Permutations permutations,
      ResultOperator.Beginning use)
      throws Exception {
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(flink);
    env.setParallelism(parallelism);
    DataStream<String> result =
        scoring
            .explaining(explain)
            .build(env, parallelism, permutations)
            .transform("scoring: " + name, Types.STRING, new ResultOperator(use))
            .setParallelism(1)
            .uid("scoring-" + name);
    try (CloseableIterator<String> results = result.collectAsync()) {
      JobClient job = env.executeAsync("filbert " + name + " " + scoring.name());
      AtExit cancel = AtExit.run("filbert-cancel", () -> cancel(job));
      try {
        String only = results.next();
        job.getJobExecutionResult().get();
        return only;
      } finally {
        cancel.forget();
      }
    }
  }

  private static void cancel(JobClient job) {
    try {
      job.cancel().get(20, TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      System.getLogger(ScoringJob.class.getName())
          .log(System.Logger.Level.WARNING, "the job did not confirm its end: " + e.getMessage());
    }
  }
}
