package org.filbert.operators.scoring;

import java.io.Serializable;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.filbert.connectors.RowRange;
import org.filbert.connectors.flink.InstanceReader;
import org.filbert.connectors.read.Input;
import org.filbert.store.ModelVersion;
import org.jspecify.annotations.Nullable;

/**
 * Scores an input with a stored model, as part of a Flink job:
 *
 * <pre>
 * read (1) ─► batches (1) [─► permute (1)] ─► score (P) ─► an operator of parallelism 1 with {@link InOrder}
 * </pre>
 *
 * @param store root of the model store, a path that all workers can read
 * @param name of the model
 * @param number its version
 * @param compare whether to add the true targets to the scores
 * @param explain whether to add Shapley values of the prediction to the scores
 */
public record Scoring(
    Input input, String store, String name, int number, boolean compare, boolean explain)
    implements Serializable {
  /** Scores without explanations. */
  public Scoring(Input input, String store, String name, int number, boolean compare) {
    this(input, store, name, number, compare, false);
  }

  /** The same with explanations, or without. */
  public Scoring explaining(boolean wanted) {
    return new Scoring(input, store, name, number, compare, wanted);
  }

  /** Adds the scoring to a job. Batches arrive in any order. */
  public DataStream<ScoredBatch> build(StreamExecutionEnvironment env, int parallelism) {
    return build(env, parallelism, null);
  }

  /**
   * Adds the scoring to a job. Batches arrive in any order.
   *
   * @param permutations what is scored after all rows; null: nothing
   */
  public DataStream<ScoredBatch> build(
      StreamExecutionEnvironment env, int parallelism, @Nullable Permutations permutations) {
    env.setRuntimeMode(RuntimeExecutionMode.STREAMING);
    RowRange rows = input.dataSet().rows();
    SingleOutputStreamOperator<RowBatch> batches =
        InstanceReader.readInOrder(env, input, "scoring-read")
            .transform(
                "scoring: batches",
                RowBatchSerializer.TYPE,
                new BatchOperator(rows == null ? 1 : rows.first()))
            .setParallelism(1)
            .uid("scoring-batches");
    if (permutations != null) {
      batches =
          batches
              .transform(
                  "scoring: permute", RowBatchSerializer.TYPE, new PermuteOperator(permutations))
              .setParallelism(1)
              .uid("scoring-permute");
    }
    return batches
        .rebalance()
        .transform(
            "scoring: score",
            ScoredBatchSerializer.TYPE,
            new ScoringOperator(
                input,
                ModelChoice.version(store, new ModelVersion(name, number)),
                compare,
                explain))
        .setParallelism(parallelism)
        .uid("scoring-score")
        .global();
  }
}
