package org.filbert.operators.scoring;

import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.filbert.data.Instance;
import org.jspecify.annotations.Nullable;

/** Divides records into {@link Batches}. */
final class BatchOperator extends AbstractStreamOperator<RowBatch>
    implements OneInputStreamOperator<Instance, RowBatch>, BoundedOneInput {
  private static final long serialVersionUID = 1L;

  private final long firstRow;
  private transient @Nullable Batches batches;

  /**
   * @param firstRow number of the first record in the input
   */
  BatchOperator(long firstRow) {
    this.firstRow = firstRow;
  }

  @Override
  public void processElement(StreamRecord<Instance> element) {
    emit(batches().add(element.getValue()));
  }

  @Override
  public void endInput() {
    emit(batches().end());
  }

  private Batches batches() {
    Batches begun = batches == null ? new Batches(firstRow) : batches;
    batches = begun;
    return begun;
  }

  private void emit(@Nullable RowBatch batch) {
    if (batch != null) {
      output.collect(new StreamRecord<>(batch));
    }
  }
}
