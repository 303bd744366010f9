package org.filbert.jobs.scoring;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.filbert.connectors.file.Location;
import org.filbert.connectors.file.StagedFile;
import org.filbert.connectors.file.UnwritableException;
import org.filbert.data.Instance;
import org.filbert.operators.loop.spec.UserErrorException;
import org.filbert.operators.scoring.ScoredBatch;
import org.filbert.table.TableCounts;
import org.filbert.text.Coverage;
import org.jspecify.annotations.Nullable;

/** The file of predictions, and the quarantine file beside it if there is a bad record. */
final class PredictionFiles implements ResultOperator.Use {
  private static final String QUARANTINE = ".quarantine.jsonl";

  private final String path;
  private final PredictionLines lines;
  private final int columns;
  private final StagedFile predictions;
  private final KeptColumns.@Nullable Reader kept;
  private @Nullable StagedFile quarantine;
  private long rows;
  private long farRows;
  private long quarantined;
  private Coverage text = Coverage.NONE;
  private TableCounts cells = TableCounts.NONE;

  private PredictionFiles(
      String path,
      PredictionLines lines,
      int columns,
      StagedFile predictions,
      KeptColumns.@Nullable Reader kept) {
    this.path = path;
    this.lines = lines;
    this.columns = columns;
    this.predictions = predictions;
    this.kept = kept;
  }

  /**
   * Creates the file of predictions.
   *
   * @param columns number of scores of a row, with what explains them
   * @param kept columns of the input that are written too; null for none
   */
  static PredictionFiles create(
      String path, PredictionLines lines, int columns, @Nullable KeptColumns kept) {
    try {
      PredictionFiles files =
          new PredictionFiles(
              path,
              lines,
              columns,
              StagedFile.create(Location.of(path)),
              kept == null ? null : kept.open());
      files.predictions.write(lines.header());
      return files;
    } catch (IOException e) {
      throw new SuppressRestartsException(
          new UserErrorException(String.valueOf(e.getMessage()), e));
    }
  }

  /** Fails if this machine cannot write the files, before there is anything to write. */
  static void check(String path) {
    for (String file : List.of(path, path + QUARANTINE)) {
      try {
        StagedFile.check(Location.of(file));
      } catch (UnwritableException e) {
        throw new UserErrorException(String.valueOf(e.getMessage()), e);
      }
    }
  }

  /** The end of a job whose file takes no more. */
  private UserErrorException ended(UnwritableException e) {
    return new UserErrorException(
        String.format(
            Locale.ROOT, "%s; %,d rows were written, which are deleted", e.getMessage(), rows),
        e);
  }

  @Override
  public void add(ScoredBatch batch) throws IOException {
    try {
      write(batch);
    } catch (UnwritableException e) {
      throw ended(e);
    }
  }

  private void write(ScoredBatch batch) throws IOException {
    StringBuilder chunk = new StringBuilder();
    for (int i = 0; i < batch.count(); i++) {
      long row = batch.rows()[i];
      lines.append(
          chunk, row, kept == null ? List.of() : kept.row(row), batch.scores(), i * columns);
    }
    predictions.write(chunk);
    rows += batch.count();
    farRows += batch.farRows();
    text = text.plus(batch.text());
    cells = cells.plus(batch.cells());
    for (Instance.Bad bad : batch.bad()) {
      StagedFile file =
          quarantine == null ? StagedFile.create(Location.of(quarantinePath())) : quarantine;
      quarantine = file;
      file.write(JsonText.write(bad) + "\n");
      quarantined++;
    }
  }

  private String quarantinePath() {
    return path + QUARANTINE;
  }

  /** Publishes the files, the predictions last. */
  @Override
  public Predictions result() {
    try {
      if (quarantine != null) {
        quarantine.publish();
      }
      predictions.publish();
    } catch (UnwritableException e) {
      throw ended(e);
    }
    return new Predictions(
        rows,
        quarantined,
        quarantine == null ? null : quarantinePath(),
        farRows,
        text.documents() > 0 ? text : null,
        cells.rows() > 0 ? cells : null);
  }

  @Override
  public void close() throws IOException {
    predictions.close();
    if (kept != null) {
      kept.close();
    }
    if (quarantine != null) {
      quarantine.close();
    }
  }
}
