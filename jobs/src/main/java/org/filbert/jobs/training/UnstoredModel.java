package org.filbert.jobs.training;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.apache.flink.core.fs.Path;
import org.filbert.jobs.run.RunDirectory;
import org.filbert.jobs.run.ShellCommand;
import org.filbert.jobs.training.report.TrainingRun;
import org.filbert.model.TrainedModel;
import org.filbert.store.Manifest;
import org.filbert.store.ModelStore;
import org.filbert.store.ModelVersion;

/** A model that its store has no room for. It stays in a store in the run directory. */
record UnstoredModel(TrainingRun run, TrainedModel model) {

  /** Publishes the model in a store; once, however often this is called. */
  ModelVersion publish(String store) throws IOException {
    return ModelStore.open(new Path(store))
        .publish(run.model(), run.runId(), Instant.ofEpochMilli(run.created()), model);
  }

  /**
   * Keeps the model in the run directory.
   *
   * @return what the user is told
   */
  String keep(IOException reason) {
    String place = new RunDirectory(run.runDirectory()).below(RunDirectory.UNSTORED).toString();
    try {
      ModelVersion version = publish(place);
      long bytes =
          ModelStore.open(new Path(place)).manifest(version).parts().stream()
              .mapToLong(Manifest.Part::size)
              .sum();
      return String.format(
          Locale.ROOT,
          "%s; the model needs %,d bytes. It stays in the run directory, and once there is room"
              + " this publishes it: %s",
          reason.getMessage(),
          bytes,
          new ShellCommand(
              List.of(
                  "models",
                  "import",
                  version.toString(),
                  "--from",
                  place,
                  "--store",
                  run.store())));
    } catch (IOException e) {
      return reason.getMessage() + "; nor can the run directory keep the model: " + e.getMessage();
    }
  }
}
