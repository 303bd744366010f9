package org.filbert.operators.scoring;

import java.io.IOException;
import java.io.Serializable;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.function.ThrowingConsumer;
import org.filbert.connectors.RowRange;
import org.filbert.connectors.flink.InstanceReader;
import org.filbert.connectors.read.Input;
import org.filbert.connectors.read.LocalReader;
import org.filbert.data.Instance;
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
    SingleOutputStreamOperator<RowBatch> batches =
        InstanceReader.readInOrder(env, input, "scoring-read")
            .transform("scoring: batches", RowBatchSerializer.TYPE, new BatchOperator(firstRow()))
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
        .transform("scoring: score", ScoredBatchSerializer.TYPE, new ScoringOperator(this))
        .setParallelism(parallelism)
        .uid("scoring-score")
        .global();
  }

  /**
   * Scores in this thread, which takes less time for a few rows than a job takes to start.
   *
   * @param use of the batches, in their order
   */
  public <E extends Exception> void here(ThrowingConsumer<ScoredBatch, E> use)
      throws IOException, E {
    MetricGroup metrics = UnregisteredMetricsGroup.createOperatorMetricGroup();
    Batches batches = new Batches(firstRow());
    try (LocalReader reader = new LocalReader(input);
        BatchScorer scorer = new BatchScorer(this, metrics)) {
      RowBatch batch;
      for (Instance next = reader.next(); next != null; next = reader.next()) {
        batch = batches.add(next);
        if (batch != null) {
          use.accept(scorer.score(batch));
        }
      }
      batch = batches.end();
      if (batch != null) {
        use.accept(scorer.score(batch));
      }
    }
  }

  ModelChoice choice() {
    return ModelChoice.version(store, new ModelVersion(name, number));
  }

  private long firstRow() {
    RowRange rows = input.dataSet().rows();
    return rows == null ? 1 : rows.first();
  }
}
