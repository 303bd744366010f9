package org.filbert.sql;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.ThreadSafeSimpleCounter;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.filbert.data.Features;
import org.filbert.operators.loop.spec.UserErrorException;
import org.filbert.operators.scoring.ScoredRow;
import org.filbert.operators.scoring.Scorer;
import org.filbert.operators.scoring.Scores;
import org.jspecify.annotations.Nullable;

/** Reads rows of SQL, scores them, and makes rows of the answers. */
final class SqlScorer implements AutoCloseable {
  private final SqlModel model;
  private final Scorer scorer;
  private final InputColumns.Reader reader;
  private final Counter badRows;

  SqlScorer(SqlModel model, MetricGroup metrics) throws IOException {
    this.model = model;
    this.scorer = new Scorer(model.choice(), model::check, metrics);
    this.reader = model.inputs().reader(scorer.rows());
    this.badRows = metrics.counter("badRows", new ThreadSafeSimpleCounter());
  }

  /** The features of a row; null for one that no model takes, unless that ends the job. */
  @Nullable Features read(RowData row) {
    try {
      Features features = reader.of(row);
      scorer.check(features);
      return features;
    } catch (IllegalArgumentException e) {
      if (model.onBadRow() == OnBadRow.FAIL) {
        throw refused(e.getMessage() + "; in the row " + RowText.of(model.inputs(), row), e);
      }
      return null;
    }
  }

  /** The answer to a row that no model takes, which is counted. */
  Collection<RowData> bad() {
    badRows.inc();
    return model.onBadRow() == OnBadRow.SKIP
        ? List.of()
        : List.of(new GenericRowData(model.outputs().size()));
  }

  /** Scores rows as one product, with one version of the model. */
  List<Collection<RowData>> score(List<Features> records) {
    Scores scores;
    try {
      scores = scorer.score(records);
    } catch (IllegalArgumentException e) {
      throw refused(e.getMessage(), e);
    }
    List<Collection<RowData>> answers = new ArrayList<>(records.size());
    for (int i = 0; i < records.size(); i++) {
      String problem = scores.problem(i);
      if (problem != null && model.onBadRow() == OnBadRow.FAIL) {
        throw refused(problem, null);
      }
      answers.add(problem == null ? List.of(answer(scores.row(i))) : bad());
    }
    return answers;
  }

  private RowData answer(ScoredRow scored) {
    GenericRowData row = new GenericRowData(model.outputs().size());
    for (int j = 0; j < model.outputs().size(); j++) {
      row.setField(j, model.outputs().get(j).value().of(scored, model.interval()));
    }
    return row;
  }

  private SuppressRestartsException refused(@Nullable String problem, @Nullable Throwable cause) {
    return new SuppressRestartsException(
        new UserErrorException("model " + model.choice().name() + ": " + problem, cause));
  }

  @Override
  public void close() {
    scorer.close();
  }
}
