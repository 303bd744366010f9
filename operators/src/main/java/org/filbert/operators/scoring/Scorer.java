package org.filbert.operators.scoring;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.filbert.data.Features;
import org.filbert.data.Rows;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.model.RowEncoder;
import org.filbert.model.RowScorer;
import org.filbert.model.TablePreprocessing;
import org.filbert.model.TextPreprocessing;
import org.filbert.model.TrainedModel;
import org.filbert.table.TableCounts;
import org.filbert.text.Coverage;
import org.filbert.text.EncodedText;
import org.jspecify.annotations.Nullable;

/**
 * Scores batches of rows, each as one product and with one version of a stored model. Files,
 * topics, tables and SQL all score with it. A newer version that takes the same rows takes over
 * between two batches.
 *
 * <p>The scorers of a process share its cores: one for each slot has one thread, fewer share rows
 * among several threads, each of which calls a BLAS of one thread. Not thread-safe, but for {@link
 * #check}.
 */
public final class Scorer implements AutoCloseable {
  private static final AtomicInteger OPEN = new AtomicInteger();

  private final ModelFollower follower;
  private final RowEncoder rows;
  private final Backend backend = Backends.best();
  private final Counter farRows;
  private final Counter missingCells;
  private final Counter unseenCategories;
  private SharedModel shared;
  private RowScorer scorer;
  private volatile int version;

  /**
   * Loads the model.
   *
   * @param check throws {@link IllegalArgumentException} for a version that does not fit
   * @param metrics to which the scorer adds its own
   */
  public Scorer(ModelChoice choice, Consumer<TrainedModel> check, MetricGroup metrics)
      throws IOException {
    Counter refused = metrics.counter("refusedVersions");
    this.farRows = metrics.counter("farRows");
    this.missingCells = metrics.counter("missingCells");
    this.unseenCategories = metrics.counter("unseenCategories");
    this.follower = new ModelFollower(choice, new SameRows().andThen(check), refused::inc);
    this.shared = follower.current();
    this.scorer = scorer(shared);
    this.rows = shared.model().preprocessing();
    this.version = shared.version().number();
    metrics.gauge("modelVersion", () -> version);
    OPEN.incrementAndGet();
    backend.blas().setThreads(1);
  }

  private RowScorer scorer(SharedModel of) {
    return new ParallelScorer(
        of.model().model(), backend, () -> Runtime.getRuntime().availableProcessors() / OPEN.get());
  }

  /** Refuses a version that was trained on other rows than the one that came first. */
  private static final class SameRows implements Consumer<TrainedModel> {
    private @Nullable RowEncoder first;

    @Override
    public void accept(TrainedModel version) {
      RowEncoder own = version.preprocessing().ofRecords();
      if (first == null) {
        first = own;
      } else if (!takesRowsOf(first, own)) {
        throw new IllegalArgumentException(
            "it was trained on other columns than the versions before");
      }
    }

    private static boolean takesRowsOf(RowEncoder before, RowEncoder own) {
      if (before instanceof TablePreprocessing a && own instanceof TablePreprocessing b) {
        return a.table().cells().equals(b.table().cells());
      }
      return before.getClass() == own.getClass()
          && (own instanceof TextPreprocessing || own.features() == before.features());
    }
  }

  /** The preprocessing of the first version: all versions take the records that it takes. */
  public RowEncoder rows() {
    return rows;
  }

  /**
   * Checks a record before it joins a batch.
   *
   * @throws IllegalArgumentException if the model does not take it
   */
  public void check(Features record) {
    rows.check(record);
  }

  /**
   * Scores one or more records, which {@link #check} accepts.
   *
   * @throws IllegalArgumentException if the model does not take one of them
   */
  public Scores score(List<Features> records) {
    SharedModel current = follower.current();
    if (current != shared) {
      scorer.close();
      scorer = scorer(current);
      shared = current;
      version = current.version().number();
    }
    TrainedModel model = current.model();
    Coverage text = Coverage.NONE;
    TableCounts cells = TableCounts.NONE;
    Rows x;
    if (model.preprocessing() instanceof TextPreprocessing documents) {
      EncodedText encoded = documents.encode(records);
      x = encoded.rows();
      text = encoded.coverage();
    } else if (model.preprocessing().ofRecords() instanceof TablePreprocessing table) {
      TablePreprocessing.Encoded encoded = table.encode(records);
      x = model.preprocessing().continued(encoded.rows());
      cells = encoded.counts();
    } else {
      x = model.preprocessing().apply(records);
    }
    missingCells.inc(cells.allMissing());
    unseenCategories.inc(cells.allUnseen());
    try (Matrix values = model.scores(x, scorer)) {
      Scores scores = new Scores(current, x, values.toArray(), text, cells);
      farRows.inc(scores.farRows());
      return scores;
    }
  }

  @Override
  public void close() {
    OPEN.decrementAndGet();
    scorer.close();
    follower.close();
  }
}
