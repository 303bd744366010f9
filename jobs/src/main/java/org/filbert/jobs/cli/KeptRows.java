package org.filbert.jobs.cli;

import java.io.IOException;
import java.util.UUID;
import org.apache.flink.core.fs.Path;
import org.filbert.connectors.file.Location;
import org.filbert.jobs.query.QueryRows;
import org.filbert.jobs.run.AtExit;
import org.filbert.jobs.run.RunDirectory;
import org.filbert.store.ModelVersion;

/**
 * The rows of a query that a command scores, in a file beside the store, which all workers see. The
 * file is deleted at the end of the command.
 */
final class KeptRows implements AutoCloseable {
  private final RunDirectory directory;
  private final AtExit delete;

  private KeptRows(RunDirectory directory) {
    this.directory = directory;
    this.delete = AtExit.run("filbert-delete-rows", this::delete);
  }

  /** Keeps the rows of a query, if the input is one. */
  static KeptRows of(InputOptions input, String store, ModelVersion version) throws IOException {
    Path place =
        new Path(
            new Path(Location.of(store).getParent(), "runs"),
            "rows-" + version.name() + "-" + UUID.randomUUID());
    KeptRows kept = new KeptRows(new RunDirectory(place.toString()));
    try {
      input.keep(QueryRows.place(place.toString(), "input"));
    } catch (IOException | RuntimeException e) {
      kept.close();
      throw e;
    }
    return kept;
  }

  private void delete() {
    try {
      directory.delete("");
    } catch (IOException e) {
      System.getLogger(KeptRows.class.getName())
          .log(System.Logger.Level.WARNING, directory + " stays: " + e.getMessage());
    }
  }

  @Override
  public void close() {
    delete();
    delete.forget();
  }
}
