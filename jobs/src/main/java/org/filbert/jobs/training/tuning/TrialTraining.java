package org.filbert.jobs.training.tuning;

import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.configuration.Configuration;
import org.filbert.jobs.config.ConfigLoader;
import org.filbert.jobs.config.training.TrainConfig;
import org.filbert.jobs.config.yaml.ProjectPaths;
import org.filbert.jobs.run.Application;
import org.filbert.jobs.run.Causes;
import org.filbert.jobs.run.RunDirectory;
import org.filbert.jobs.run.RunFailedException;
import org.filbert.jobs.run.RunIdentity;
import org.filbert.jobs.run.RunStart;
import org.filbert.jobs.training.TrainingJob;
import org.filbert.jobs.training.report.Summary;
import org.filbert.train.forecast.OutOfMemoryByPlanException;

/**
 * A training of some trials in a directory of its own, with a model store there. Its result is
 * kept: a search that is resumed reads it, and resumes the training that was interrupted.
 *
 * @param config of the training
 * @param trials number of trials that it runs
 * @param directory an absolute path or a URI
 * @param workers of the run that it belongs to
 */
record TrialTraining(TrainConfig config, int trials, String directory, int workers) {
  private static final String RESULT = "result.json";
  private static final String MODELS = "models";

  /** The directory of a training, by its number from 1, in that of its run. */
  static String directory(RunDirectory run, int number) {
    return run.below(RunDirectory.TRIALS)
        .below(String.format(Locale.ROOT, "%04d", number))
        .toString();
  }

  /** The store of the models of a trial in this directory. */
  static String store(String directory) {
    return directory + "/" + MODELS;
  }

  /** The result that is kept; none if there is none, or if it is of another training. */
  Optional<TrialResult> kept() throws IOException {
    return new RunDirectory(directory)
        .readJson(RESULT, TrialResult.class)
        .filter(result -> result.isOf(fingerprint(), trials));
  }

  /**
   * Trains, or goes on with it.
   *
   * @throws RunFailedException if it fails for another reason than its data and settings
   */
  TrialResult run(ProjectPaths paths, Configuration flink, boolean strict) throws Exception {
    RunDirectory run = new RunDirectory(directory);
    TrialResult result;
    try {
      new TrainingJob(config, paths, flink)
          .run(start(run, paths), strict, new PrintWriter(Writer.nullWriter()));
      result =
          TrialResult.of(
              fingerprint(),
              run.readJson(RunDirectory.SUMMARY, Summary.class)
                  .orElseThrow(
                      () -> new IOException(directory + ": the trial has left no summary")));
    } catch (RunFailedException e) {
      result = TrialResult.failed(fingerprint(), Causes.refusal(e).orElseThrow(() -> e));
    } catch (OutOfMemoryByPlanException e) {
      result = TrialResult.failed(fingerprint(), String.valueOf(e.getMessage()));
    }
    run.writeJson(RESULT, result);
    return result;
  }

  private RunStart start(RunDirectory run, ProjectPaths paths) throws IOException {
    boolean begun =
        run.readJson(RunStart.RUN, RunIdentity.class)
            .filter(identity -> identity.configuration().equals(yaml()))
            .isPresent();
    if (begun && run.has(RunDirectory.CONFIG) && !run.has(RunDirectory.SUMMARY)) {
      return RunStart.resume(directory);
    }
    run.delete("");
    String store = paths.store(config.store());
    return RunStart.of(directory, config, workers, store, paths, Application.FOLLOWING);
  }

  /** Deletes the model, which takes the most room. */
  void forgetModel() throws IOException {
    new RunDirectory(directory).delete(MODELS);
  }

  private String yaml() {
    return new ConfigLoader().toYaml(config);
  }

  /** Of the configuration, but for what a run that goes on may differ in. */
  private String fingerprint() {
    try {
      TrainConfig own =
          new ConfigLoader()
              .with(
                  config,
                  Map.of(
                      "checkpoint",
                      MissingNode.getInstance(),
                      "restart",
                      MissingNode.getInstance()),
                  "",
                  TrainConfig.class);
      byte[] text = new ConfigLoader().toYaml(own).getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java has it
    }
  }
}
