package org.filbert.sql;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.filbert.data.Features;
import org.filbert.data.Rows;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.model.Margins;
import org.filbert.model.RowEncoder;
import org.filbert.model.TablePreprocessing;
import org.filbert.model.TextPreprocessing;
import org.filbert.model.TrainedModel;
import org.filbert.operators.loop.UserErrorException;
import org.filbert.operators.scoring.FiniteScores;
import org.filbert.operators.scoring.ModelFollower;
import org.filbert.operators.scoring.SharedModel;
import org.jspecify.annotations.Nullable;

/** Scores rows of SQL with the model that is current. */
final class Scorer implements AutoCloseable {
  /** The scorers of this process, which share its cores. */
  private static final AtomicInteger OPEN = new AtomicInteger();

  private final SqlModel model;
  private final InputColumns.Reader reader;
  private final ModelFollower follower;
  private final Backend backend = Backends.best();
  private final Counter farRows;
  private volatile int version;

  Scorer(SqlModel model, MetricGroup metrics) throws IOException {
    this.model = model;
    Counter refused = metrics.counter("refusedVersions");
    this.farRows = metrics.counter("farRows");
    this.follower =
        new ModelFollower(
            model.root().toString(),
            model.name(),
            model.pinned(),
            model.reload(),
            new Check(model),
            refused::inc);
    this.reader = model.inputs().reader(follower.current().model().preprocessing());
    this.version = follower.current().version().number();
    metrics.gauge("modelVersion", () -> version);
    OPEN.incrementAndGet();
  }

  /** Compares a version with the columns of SQL, and with the version that came first. */
  private static final class Check implements Consumer<TrainedModel> {
    private final SqlModel model;
    private @Nullable RowEncoder first;

    Check(SqlModel model) {
      this.model = model;
    }

    @Override
    public void accept(TrainedModel version) {
      model.check(version);
      RowEncoder rows = version.preprocessing();
      if (first == null) {
        first = rows;
      } else if (!takesRowsOf(first, rows)) {
        throw new IllegalArgumentException(
            "it was trained on other columns than the versions before");
      }
    }

    private static boolean takesRowsOf(RowEncoder before, RowEncoder rows) {
      if (before.ofRecords() instanceof TablePreprocessing a
          && rows.ofRecords() instanceof TablePreprocessing b) {
        return a.table().cells().equals(b.table().cells());
      }
      return before.getClass() == rows.getClass()
          && (rows instanceof TextPreprocessing || rows.features() == before.features());
    }
  }

  /** The features of a row; those that no model takes end the job. */
  Features read(RowData row) {
    try {
      return reader.of(row);
    } catch (IllegalArgumentException e) {
      throw refused(e.getMessage() + "; in the row " + row, e);
    }
  }

  /** Scores rows as one product, with one version of the model. */
  List<RowData> score(List<Features> records) {
    SharedModel shared = follower.current();
    version = shared.version().number();
    TrainedModel scored = shared.model();
    int k = scored.outputs().columns();
    backend.blas().setThreads(Math.max(1, Runtime.getRuntime().availableProcessors() / OPEN.get()));
    Rows x;
    try {
      x = scored.preprocessing().apply(records);
    } catch (IllegalArgumentException e) {
      throw refused(e.getMessage(), e);
    }
    List<RowData> answers = new ArrayList<>(records.size());
    Margins margins = margins(scored);
    try (Matrix matrix = scored.scores(x, backend)) {
      double[] scores = matrix.toArray();
      for (int i = 0; i < records.size(); i++) {
        String problem = FiniteScores.problem(scores, k, x, i);
        if (problem != null) {
          throw refused(problem, null);
        }
        if (shared.reach().isBeyond(x, i)) {
          farRows.inc();
        }
        answers.add(answer(shared, Arrays.copyOfRange(scores, i * k, (i + 1) * k), margins));
      }
    }
    return answers;
  }

  /** Those of the interval, if a column has one of its ends. */
  private Margins margins(TrainedModel scored) {
    return model.outputs().stream()
            .map(OutputColumn::value)
            .anyMatch(value -> value == OutputValue.LOWER || value == OutputValue.UPPER)
        ? scored.margins(model.interval())
        : Margins.NONE;
  }

  private RowData answer(SharedModel shared, double[] scores, Margins margins) {
    OutputValue.Answer answer =
        new OutputValue.Answer(shared.model(), shared.version(), scores, margins);
    GenericRowData row = new GenericRowData(model.outputs().size());
    for (int j = 0; j < model.outputs().size(); j++) {
      row.setField(j, model.outputs().get(j).value().of(answer));
    }
    return row;
  }

  private SuppressRestartsException refused(@Nullable String problem, @Nullable Throwable cause) {
    return new SuppressRestartsException(
        new UserErrorException("model " + model.name() + ": " + problem, cause));
  }

  @Override
  public void close() {
    OPEN.decrementAndGet();
    follower.close();
  }
}
