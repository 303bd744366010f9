package org.filbert.sql;

import java.util.Collection;
import java.util.List;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.functions.FunctionContext;
import org.apache.flink.table.functions.PredictFunction;
import org.filbert.data.Features;
import org.jspecify.annotations.Nullable;

/** Predicts row by row. */
public final class RowPredictFunction extends PredictFunction {
  private static final long serialVersionUID = 1L;

  private final SqlModel model;
  private transient @Nullable SqlScorer scorer;

  RowPredictFunction(SqlModel model) {
    this.model = model;
  }

  @Override
  public void open(FunctionContext context) throws Exception {
    scorer = new SqlScorer(model, context.getMetricGroup());
  }

  @Override
  public Collection<RowData> predict(RowData row) {
    if (scorer == null) {
      throw new IllegalStateException("the function is not open");
    }
    Features features = scorer.read(row);
    return features == null ? scorer.bad() : scorer.score(List.of(features)).get(0);
  }

  @Override
  public void close() {
    if (scorer != null) {
      scorer.close();
      scorer = null;
    }
  }
}
