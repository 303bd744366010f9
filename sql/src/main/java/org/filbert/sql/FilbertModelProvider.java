package org.filbert.sql;

import org.apache.flink.table.functions.AsyncPredictFunction;
import org.apache.flink.table.functions.PredictFunction;
import org.apache.flink.table.ml.AsyncPredictRuntimeProvider;
import org.apache.flink.table.ml.PredictRuntimeProvider;

/** Predicts row by row, or asynchronously in batches. */
record FilbertModelProvider(SqlModel model)
    implements PredictRuntimeProvider, AsyncPredictRuntimeProvider {
  @Override
  public PredictFunction createPredictFunction(Context context) {
    return new RowPredictFunction(model);
  }

  @Override
  public AsyncPredictFunction createAsyncPredictFunction(Context context) {
    return new BatchPredictFunction(model);
  }

  @Override
  public FilbertModelProvider copy() {
    return this;
  }
}
