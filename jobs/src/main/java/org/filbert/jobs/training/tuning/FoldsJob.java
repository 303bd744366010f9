package org.filbert.jobs.training.tuning;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.flink.configuration.Configuration;
import org.filbert.data.RefusedException;
import org.filbert.jobs.config.ConfigLoader;
import org.filbert.jobs.config.training.TrainConfig;
import org.filbert.jobs.config.yaml.ConfigException;
import org.filbert.jobs.config.yaml.ProjectPaths;
import org.filbert.jobs.run.AtExit;
import org.filbert.jobs.run.RunDirectory;
import org.filbert.jobs.run.RunFailedException;
import org.filbert.jobs.run.RunStart;
import org.filbert.jobs.training.TrainingJob;
import org.filbert.train.method.HeldOutScores;

/**
 * Trains a model whose probabilities or intervals are fitted by folds. For each fold of the
 * training rows a {@link TrialTraining} without it scores its rows; the last training, of all rows,
 * takes what is fitted to the scores of all folds.
 */
final class FoldsJob {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final TrainConfig config;
  private final ProjectPaths paths;
  private final Configuration flink;
  private final int folds;

  FoldsJob(TrainConfig config, ProjectPaths paths, Configuration flink) {
    this.config = config;
    this.paths = paths;
    this.flink = flink;
    this.folds = config.calibrationFolds();
  }

  /** Trains without each fold, then the model. */
  void run(RunStart start, boolean strict, PrintWriter out) throws Exception {
    config.refuseValidationBesideFolds();
    TrainingJob last = new TrainingJob(config, paths, flink);
    last.check();
    start.create();
    RunDirectory directory = new RunDirectory(start.directory());
    AtExit advice = TuningJob.advice(start, config, out);
    try {
      say(
          out,
          "calibration: %s trainings, each without one of %s parts of the training rows, then the model"
              .formatted(folds, folds));
      List<HeldOutScores> scored = new ArrayList<>();
      for (int fold = 1; fold <= folds; fold++) {
        scored.add(scores(fold, directory, start, strict, out));
      }
      HeldOutScores all = joined(scored, directory);
      directory.writeJson(RunDirectory.SCORES, all);
      say(
          out,
          "calibration: fitted to %s rows; training the model with all rows".formatted(all.rows()));
    } finally {
      advice.forget();
    }
    last.run(TuningJob.begun(start), strict, out);
  }

  private HeldOutScores scores(
      int fold, RunDirectory directory, RunStart start, boolean strict, PrintWriter out)
      throws Exception {
    String place = TrialTraining.directory(directory, fold);
    TrialTraining training =
        new TrialTraining(without(fold, place), 1, place, start.identity().workers());
    Optional<TrialResult> before = training.kept();
    TrialResult result =
        before.isPresent() ? before.get() : run(training, fold, directory, start, strict);
    if (result.failure() != null) {
      directory.fail(result.failure());
      throw new ConfigException("fold %s of %s: %s".formatted(fold, folds, result.failure()));
    }
    training.forgetModel();
    HeldOutScores scores =
        new RunDirectory(place)
            .readJson(RunDirectory.SCORES, HeldOutScores.class)
            .orElseThrow(
                () ->
                    new IOException(
                        place + ": the fold has left no " + RunDirectory.SCORES + ": delete it"));
    say(
        out,
        "fold %s of %s: %s rows scored%s"
            .formatted(fold, folds, scores.rows(), before.isPresent() ? " (kept)" : ""));
    return scores;
  }

  private TrialResult run(
      TrialTraining training, int fold, RunDirectory directory, RunStart start, boolean strict)
      throws Exception {
    try {
      return training.run(paths, flink, strict);
    } catch (RunFailedException e) {
      if (fold == 1 && e.resumption().isEmpty()) { // there is nothing to go on with
        directory.fail(String.valueOf(Objects.requireNonNullElse(e.getCause(), e).getMessage()));
        throw e;
      }
      throw start.resumption("train", config.checkpoint()).failed(e);
    }
  }

  /**
   * The training without a fold. As that of the model, it ends with its last epoch: no other one is
   * scored.
   */
  private TrainConfig without(int fold, String place) {
    Map<String, JsonNode> values =
        Map.of(
            "data.validationFold",
            NODES.textNode(fold + "/" + folds),
            "data.test",
            MissingNode.getInstance(),
            "evaluation.every",
            NODES.numberNode(Integer.MAX_VALUE),
            "store",
            NODES.textNode(TrialTraining.store(place)));
    return new ConfigLoader().with(config, values, "fold " + fold, TrainConfig.class);
  }

  private static HeldOutScores joined(List<HeldOutScores> scored, RunDirectory directory) {
    try {
      return HeldOutScores.joined(scored);
    } catch (RefusedException e) {
      directory.fail(String.valueOf(e.getMessage()));
      throw new ConfigException(String.valueOf(e.getMessage()));
    }
  }

  private static void say(PrintWriter out, String line) {
    out.println(line);
    out.flush();
  }
}
