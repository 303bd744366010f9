package org.filbert.jobs.training.report;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.filbert.jobs.config.yaml.ConfigException;
import org.filbert.jobs.config.yaml.ConfigLeaves;
import org.filbert.jobs.run.RunDirectory;
import org.jspecify.annotations.Nullable;

/**
 * What a comparison takes from a run directory.
 *
 * @param settings values of the configuration by key
 * @param curve the epochs so far, of several ridges or widths those with the lowest validation
 *     error
 * @param summary absent if the run has not finished
 */
record ComparedRun(
    String name,
    SortedMap<String, String> settings,
    List<CurveLine> curve,
    Optional<Summary> summary) {

  /**
   * Reads it.
   *
   * @throws ConfigException if the directory has no training run with a finished epoch
   */
  static ComparedRun read(String directory, String name) throws IOException {
    RunDirectory run = new RunDirectory(directory);
    if (!run.has(RunDirectory.CONFIG)) {
      throw new ConfigException(directory + ": found no run, which has a " + RunDirectory.CONFIG);
    }
    List<CurveLine> curve =
        CurveLine.bestOfEpochs(run.readLines(RunDirectory.CURVE, CurveLine.class));
    if (curve.isEmpty() || curve.get(0).epoch() == 0) {
      throw new ConfigException(
          directory + ": found no epoch of a training, allowed runs of train with one or more");
    }
    return new ComparedRun(
        name,
        ConfigLeaves.of(run.read(RunDirectory.CONFIG)),
        curve,
        run.readJson(RunDirectory.SUMMARY, Summary.class));
  }

  /** Whether errors are root mean squares; an unfinished run does not say. */
  boolean regression() {
    return summary.map(own -> own.trainRmse() != null).orElse(false);
  }

  /** The errors of the model; of a run that goes on those of the last epoch. */
  @Nullable Double error(Rows rows) {
    CurveLine last = curve.get(curve.size() - 1);
    return switch (rows) {
      case TRAINING ->
          summary.map(own -> either(own.trainError(), own.trainRmse())).orElse(last.trainError());
      case VALIDATION ->
          summary.isPresent()
              ? either(summary.get().validationError(), summary.get().validationRmse())
              : last.validationError();
      case TEST ->
          summary.isPresent()
              ? either(summary.get().testError(), summary.get().testRmse())
              : last.testError();
    };
  }

  /** Rows that a model is judged by. */
  enum Rows {
    TRAINING,
    VALIDATION,
    TEST
  }

  private static @Nullable Double either(@Nullable Double share, @Nullable Double rmse) {
    return share != null ? share : rmse;
  }
}
