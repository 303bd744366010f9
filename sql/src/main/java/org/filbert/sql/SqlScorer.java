package org.filbert.sql;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.metrics.MetricGroup;
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

  SqlScorer(SqlModel model, MetricGroup metrics) throws IOException {
    this.model = model;
    this.scorer = new Scorer(model.choice(), model::check, metrics);
    this.reader = model.inputs().reader(scorer.rows());
  }

  /** The features of a row; those that no model takes end the job. */
  Features read(RowData row) {
    try {
      Features features = reader.of(row);
      scorer.check(features);
      return features;
    } catch (IllegalArgumentException e) {
      throw refused(e.getMessage() + "; in the row " + row, e);
    }
  }

  /** Scores rows as one product, with one version of the model. */
  List<RowData> score(List<Features> records) {
    Scores scores;
    try {
      scores = scorer.score(records);
    } catch (IllegalArgumentException e) {
      throw refused(e.getMessage(), e);
    }
    List<RowData> answers = new ArrayList<>(records.size());
    for (int i = 0; i < records.size(); i++) {
      String problem = scores.problem(i);
      if (problem != null) {
        throw refused(problem, null);
      }
      answers.add(answer(scores.row(i)));
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
