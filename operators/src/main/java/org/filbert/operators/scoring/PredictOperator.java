package org.filbert.operators.scoring;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.apache.flink.metrics.Histogram;
import org.apache.flink.runtime.metrics.DescriptiveStatisticsHistogram;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.filbert.data.Features;
import org.jspecify.annotations.Nullable;

/**
 * Adds predictions to the rows of a stream. Rows wait for others a short time, since a batch takes
 * little longer than a row; none waits over a watermark or a checkpoint.
 */
final class PredictOperator<I, O> extends AbstractStreamOperator<O>
    implements OneInputStreamOperator<I, O>, BoundedOneInput {
  private static final long serialVersionUID = 1L;
  private static final int LATENCIES = 1000;

  private final ModelChoice model;
  private final FeaturesOf<I> features;
  private final Answer<I, O> answer;
  private final int batchSize;
  private final Duration batchWait;

  private transient @Nullable Scorer scorer;
  private transient @Nullable Histogram latency;
  private transient @Nullable Future<?> wait;
  private transient List<StreamRecord<I>> rows = new ArrayList<>();
  private transient List<Features> records = new ArrayList<>();
  private transient long since;

  PredictOperator(
      ModelChoice model,
      FeaturesOf<I> features,
      Answer<I, O> answer,
      int batchSize,
      Duration batchWait) {
    this.model = model;
    this.features = features;
    this.answer = answer;
    this.batchSize = batchSize;
    this.batchWait = batchWait;
  }

  @Override
  public void open() throws Exception {
    super.open();
    rows = new ArrayList<>();
    records = new ArrayList<>();
    latency =
        getMetricGroup().histogram("latencyMillis", new DescriptiveStatisticsHistogram(LATENCIES));
    scorer = new Scorer(model, answer::check, getMetricGroup());
  }

  @Override
  public void processElement(StreamRecord<I> element) {
    try {
      Features record = features.of(element.getValue());
      scorer().check(record);
      records.add(record);
    } catch (IllegalArgumentException e) {
      flush(); // the order of the rows stays
      output.collect(
          element.replace(answer.refused(element.getValue(), String.valueOf(e.getMessage()))));
      return;
    }
    rows.add(element.copy(element.getValue()));
    if (rows.size() == 1) {
      since = System.nanoTime();
    }
    if (rows.size() == batchSize) {
      flush();
    } else if (rows.size() == 1) {
      var time = getProcessingTimeService();
      wait =
          time.registerTimer(
              time.getCurrentProcessingTime() + batchWait.toMillis(), now -> flush());
    }
  }

  private void flush() {
    if (rows.isEmpty()) {
      return;
    }
    Scores scores = scorer().score(records);
    for (int i = 0; i < rows.size(); i++) {
      StreamRecord<I> row = rows.get(i);
      String problem = scores.problem(i);
      I value = row.getValue();
      output.collect(
          row.replace(
              problem == null ? answer.of(value, scores.row(i)) : answer.refused(value, problem)));
    }
    if (latency != null) {
      latency.update((System.nanoTime() - since) / 1_000_000);
    }
    rows.clear();
    records.clear();
    if (wait != null) {
      wait.cancel(false);
      wait = null;
    }
  }

  private Scorer scorer() {
    if (scorer == null) {
      throw new IllegalStateException("the operator is not open");
    }
    return scorer;
  }

  @Override
  public void processWatermark(Watermark mark) throws Exception {
    flush();
    super.processWatermark(mark);
  }

  @Override
  public void prepareSnapshotPreBarrier(long checkpointId) {
    flush();
  }

  @Override
  public void endInput() {
    flush();
  }

  @Override
  public void close() throws Exception {
    if (scorer != null) {
      scorer.close();
      scorer = null;
    }
    super.close();
  }
}
