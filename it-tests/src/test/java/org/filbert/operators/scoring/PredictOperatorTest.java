package org.filbert.operators.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import org.apache.flink.api.common.typeutils.base.DoubleSerializer;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.filbert.data.DenseRows;
import org.filbert.data.Features;
import org.filbert.data.Outputs;
import org.filbert.kernel.Linear;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.model.KernelExpansion;
import org.filbert.model.Preprocessing;
import org.filbert.model.Provenance;
import org.filbert.model.TrainedModel;
import org.filbert.store.ModelStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Batches of rows that wait for each other, with a model that answers x with x + 5. */
class PredictOperatorTest {
  private static final int BATCH = 3;

  @TempDir Path directory;
  private OneInputStreamOperatorTestHarness<double[], Double> operator;

  @BeforeEach
  void open() throws Exception {
    TrainedModel model =
        new TrainedModel(
            new Preprocessing(1, false, Precision.DOUBLE, new double[0], new double[0]),
            new Outputs.Targets(new double[] {5}),
            new KernelExpansion(
                new Linear(),
                new DenseRows(Matrix.of(Precision.DOUBLE, 1, 1, new double[] {1})),
                Matrix.of(Precision.DOUBLE, 1, 1, new double[] {1})),
            new Provenance("", "", 1, new TreeMap<>(), List.of()));
    ModelStore.open(new org.apache.flink.core.fs.Path(directory.toString()))
        .publish("m", "run", Instant.EPOCH, model);
    operator =
        new OneInputStreamOperatorTestHarness<>(
            new PredictOperator<double[], Double>(
                ModelChoice.latest(directory.toString(), "m"),
                Features.Dense::new,
                (row, scored) -> scored.value(),
                BATCH,
                Duration.ofMillis(20)));
    operator.setup(DoubleSerializer.INSTANCE);
    operator.open();
  }

  @AfterEach
  void close() throws Exception {
    operator.close();
  }

  private void add(double x, long time) throws Exception {
    operator.processElement(new double[] {x}, time);
  }

  private List<Double> answers() {
    return operator.extractOutputStreamRecords().stream()
        .map(record -> (Double) record.getValue())
        .toList();
  }

  @Test
  void aRowOfAStreamThatGoesOnDoesNotWaitForOthersLong() throws Exception {
    add(1, 123);
    assertThat(answers()).isEmpty();
    operator.setProcessingTime(20);
    assertThat(operator.extractOutputStreamRecords()).containsExactly(new StreamRecord<>(6.0, 123));
  }

  @Test
  void aFullBatchIsScoredAtOnceAndInOrder() throws Exception {
    for (int i = 0; i < BATCH + 1; i++) {
      add(i, i);
    }
    assertThat(answers()).containsExactly(5.0, 6.0, 7.0);
    operator.setProcessingTime(1);
    assertThat(answers()).hasSize(BATCH); // the fourth waits on its own
    operator.endInput();
    assertThat(answers()).hasSize(BATCH + 1);
  }

  @Test
  void noRowWaitsOverAWatermarkOrACheckpoint() throws Exception {
    add(1, 1);
    operator.processWatermark(new Watermark(1));
    assertThat(operator.getOutput()).hasSize(2).last().isEqualTo(new Watermark(1));
    add(2, 2);
    operator.prepareSnapshotPreBarrier(1);
    assertThat(answers()).containsExactly(6.0, 7.0);
  }

  @Test
  void aRowThatTheModelDoesNotTakeEndsTheJob() throws Exception {
    assertThatThrownBy(() -> operator.processElement(new double[2], 0))
        .hasStackTraceContaining("found 2 features, the model was trained on 1; in the row [D@");
    add(1e308, 0);
    add(1, 0);
    operator.setProcessingTime(19);
    assertThat(answers()).isEmpty();
  }
}
