package org.filbert.sql;

import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.functions.AsyncPredictFunction;
import org.apache.flink.table.functions.FunctionContext;
import org.filbert.data.Features;
import org.jspecify.annotations.Nullable;

/** Predicts in batches: rows gather while the rows before them are scored. */
public final class BatchPredictFunction extends AsyncPredictFunction {
  private static final long serialVersionUID = 1L;

  private final SqlModel model;
  private transient @Nullable SqlScorer scorer;
  private transient @Nullable Batcher<Features, Collection<RowData>> batcher;

  BatchPredictFunction(SqlModel model) {
    this.model = model;
  }

  @Override
  public void open(FunctionContext context) throws Exception {
    SqlScorer opened = new SqlScorer(model, context.getMetricGroup());
    scorer = opened;
    batcher =
        new Batcher<>(
            "scorer of " + model.choice().name(),
            opened::score,
            model.batchSize(),
            model.batchWait());
  }

  @Override
  public CompletableFuture<Collection<RowData>> asyncPredict(RowData row) {
    if (scorer == null || batcher == null) {
      throw new IllegalStateException("the function is not open");
    }
    Features features = scorer.read(row);
    return features == null
        ? CompletableFuture.completedFuture(scorer.bad())
        : batcher.answer(features);
  }

  @Override
  public void close() {
    if (batcher != null) {
      batcher.close();
      batcher = null;
    }
    if (scorer != null) {
      scorer.close();
      scorer = null;
    }
  }
}
