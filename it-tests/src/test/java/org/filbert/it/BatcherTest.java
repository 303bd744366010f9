package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.filbert.connectors.flink.ArrivalSerializer;
import org.filbert.connectors.stream.Arrival;
import org.filbert.connectors.stream.Origin;
import org.filbert.data.Features;
import org.filbert.data.Target;
import org.filbert.linalg.Precision;
import org.filbert.model.Preprocessing;
import org.filbert.online.Batch;
import org.filbert.online.FirstRows;
import org.filbert.operators.loop.MessageSerializer;
import org.filbert.operators.online.BatchOptions;
import org.filbert.operators.online.BatcherOperator;
import org.junit.jupiter.api.Test;

/** Batches are closed by size, by time and by the end of the stream. */
@SuppressWarnings("try") // the harness may be interrupted while it closes
class BatcherTest {
  private static final BatchOptions OPTIONS =
      new BatchOptions(
          3,
          100,
          new Preprocessing(1, false, Precision.SINGLE, new double[0], new double[] {0.5}),
          new FirstRows(1000));

  private static OneInputStreamOperatorTestHarness<Arrival, Batch> harness() throws Exception {
    var harness =
        new OneInputStreamOperatorTestHarness<Arrival, Batch>(
            new BatcherOperator(OPTIONS), ArrivalSerializer.INSTANCE);
    harness.setup(
        MessageSerializer.type(Batch.class, List.of(Batch.class, Target.class))
            .createSerializer(new SerializerConfigImpl()));
    return harness;
  }

  private static Arrival row(int number) {
    return new Arrival.Row(
        new Origin("topic", 0, number, 10 + number),
        Integer.toString(number),
        new Features.Dense(new double[] {number}),
        null);
  }

  private static List<List<String>> ids(OneInputStreamOperatorTestHarness<Arrival, Batch> harness) {
    return harness.extractOutputValues().stream().map(Batch::ids).toList();
  }

  private static void add(OneInputStreamOperatorTestHarness<Arrival, Batch> harness, int... rows)
      throws Exception {
    for (int row : rows) {
      harness.processElement(row(row), 0);
    }
  }

  @Test
  void aFullBatchIsClosedAtOnce() throws Exception {
    try (var harness = harness()) {
      harness.open();
      add(harness, 1, 2, 3, 4);
      assertThat(ids(harness)).containsExactly(List.of("1", "2", "3"));
      Batch batch = harness.extractOutputValues().get(0);
      assertThat(batch.x().row(1)).containsExactly(1.0);
      assertThat(batch.arrivals()).containsExactly(11, 12, 13);
    }
  }

  @Test
  void aBatchIsClosedWhenItsFirstRowHasWaited() throws Exception {
    try (var harness = harness()) {
      harness.open();
      harness.setProcessingTime(1000);
      add(harness, 1);
      harness.setProcessingTime(1050);
      add(harness, 2);
      harness.setProcessingTime(1099);
      assertThat(ids(harness)).isEmpty();
      harness.setProcessingTime(1100);
      assertThat(ids(harness)).containsExactly(List.of("1", "2"));
    }
  }

  @Test
  void theTimeOfOneBatchIsNotThatOfTheNext() throws Exception {
    try (var harness = harness()) {
      harness.open();
      add(harness, 1);
      harness.setProcessingTime(50);
      add(harness, 2, 3, 4);
      harness.setProcessingTime(100);
      assertThat(ids(harness)).containsExactly(List.of("1", "2", "3"));
      harness.setProcessingTime(150);
      assertThat(ids(harness)).containsExactly(List.of("1", "2", "3"), List.of("4"));
    }
  }

  @Test
  void theEndClosesTheLastBatch() throws Exception {
    try (var harness = harness()) {
      harness.open();
      add(harness, 1);
      harness.endInput();
      assertThat(ids(harness)).containsExactly(List.of("1"));
    }
  }

  @Test
  void rowsThatWaitAreInACheckpoint() throws Exception {
    OperatorSubtaskState state;
    try (var harness = harness()) {
      harness.open();
      add(harness, 1, 2);
      state = harness.snapshot(1, 1);
    }
    try (var harness = harness()) {
      harness.initializeState(state);
      harness.open();
      harness.setProcessingTime(99);
      assertThat(ids(harness)).isEmpty();
      harness.setProcessingTime(100);
      assertThat(ids(harness)).containsExactly(List.of("1", "2"));
    }
  }

  /** In single precision 1.7e9 + 1 is 1.7e9. */
  @Test
  void theFirstBatchFixesTheOffset() throws Exception {
    OperatorSubtaskState state;
    try (var harness = harness()) {
      harness.open();
      add(harness, 1_700_000_003, 1_700_000_001, 1_700_000_002, 1_700_000_005);
      Batch batch = harness.extractOutputValues().get(0);
      assertThat(batch.preprocessing().offset()).containsExactly(1_700_000_002);
      assertThat(batch.x().row(0)).containsExactly(0.5);
      assertThat(batch.x().row(1)).containsExactly(-0.5);
      state = harness.snapshot(1, 1);
    }
    try (var harness = harness()) {
      harness.initializeState(state);
      harness.open();
      add(harness, 5, 7, 1_700_000_004, 1_700_000_003);
      Batch again = harness.extractOutputValues().get(0);
      assertThat(again.preprocessing().offset()).containsExactly(1_700_000_002);
      assertThat(again.x().row(0)).containsExactly(1.5);
      harness.endInput();
      Batch next = harness.extractOutputValues().get(1);
      assertThat(next.preprocessing()).isNull();
      assertThat(next.x().row(1)).containsExactly(0.5);
    }
  }

  @Test
  void columnsNearTheOriginStay() throws Exception {
    try (var harness = harness()) {
      harness.open();
      add(harness, 2000, 2000, 1_700_000_002);
      Batch batch = harness.extractOutputValues().get(0);
      assertThat(batch.preprocessing().offset()).isEmpty();
      assertThat(batch.x().row(1)).containsExactly(1000);
    }
  }

  @Test
  void rejectedRecordsLeaveBeside() throws Exception {
    Arrival rejected = new Arrival.Rejected(new Origin("topic", 0, 1, 0), null, null, "found x");
    try (var harness = harness()) {
      harness.open();
      harness.processElement(rejected, 0);
      assertThat(harness.getSideOutput(BatcherOperator.REJECTED))
          .extracting(record -> record.getValue())
          .containsExactly(rejected);
    }
  }

  @Test
  void refusesSizesThatAreNone() {
    assertThatThrownBy(() -> new BatchOptions(0, 1, OPTIONS.preprocessing(), FirstRows.UNUSED))
        .hasMessageContaining("size is 0");
    assertThatThrownBy(() -> new BatchOptions(1, 0, OPTIONS.preprocessing(), FirstRows.UNUSED))
        .hasMessageContaining("delay of a batch is 0 ms");
  }
}
