package org.filbert.operators.scoring;

import java.io.Serializable;
import java.time.Duration;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.filbert.store.ModelVersion;

/**
 * Predicts in a DataStream job, in batches, with a stored model:
 *
 * <pre>
 *   DataStream&lt;String&gt; names =
 *       StreamPredictor.latest("models", "letters")
 *           .predict(rows, row -&gt; row.features(), (row, scored) -&gt; scored.className(), Types.STRING);
 * </pre>
 *
 * <p>With {@link #latest} a newer version takes over between two batches while the job runs; one
 * that is damaged, or was trained on other columns, is refused with a warning in the log. Rows keep
 * their order. Nothing is stored in checkpoints: no row waits over one.
 *
 * @param batchSize most rows that are scored as one product
 * @param batchWait longest time that a row waits for others
 */
public record StreamPredictor(ModelChoice model, int batchSize, Duration batchWait)
    implements Serializable {
  private static final int ROWS = 1024;
  private static final Duration WAIT = Duration.ofMillis(20);

  public StreamPredictor {
    if (batchSize < 1 || batchWait.isNegative()) {
      throw new IllegalArgumentException(
          "batches of %s rows that wait %s, must be 1 or more rows and 0 s or more"
              .formatted(batchSize, batchWait));
    }
  }

  /** Predicts with a model, in batches of up to 1,024 rows that wait up to 20 ms. */
  public StreamPredictor(ModelChoice model) {
    this(model, ROWS, WAIT);
  }

  /** Predicts with the newest version of a name. */
  public static StreamPredictor latest(String store, String name) {
    return new StreamPredictor(ModelChoice.latest(store, name));
  }

  /** Predicts with one version. */
  public static StreamPredictor version(String store, String name, int number) {
    return new StreamPredictor(ModelChoice.version(store, new ModelVersion(name, number)));
  }

  /** The same with other batches. */
  public StreamPredictor inBatches(int rows, Duration wait) {
    return new StreamPredictor(model, rows, wait);
  }

  /**
   * The stream of the answers to the rows of another one.
   *
   * @param features where a row has them
   * @param answer what becomes of a row and its prediction
   * @param type of the answers
   */
  public <I, O> SingleOutputStreamOperator<O> predict(
      DataStream<I> rows, FeaturesOf<I> features, Answer<I, O> answer, TypeInformation<O> type) {
    return rows.transform(
        "predict", type, new PredictOperator<>(model, features, answer, batchSize, batchWait));
  }
}
