package org.filbert.operators.scoring;

import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.filbert.data.Instance;
import org.jspecify.annotations.Nullable;

/** Passes batches on, and at the end the passes over a sample of their rows. */
final class PermuteOperator extends AbstractStreamOperator<RowBatch>
    implements OneInputStreamOperator<RowBatch, RowBatch>, BoundedOneInput {
  private static final long serialVersionUID = 1L;

  private final Permutations permutations;
  private transient @Nullable PermutedSample sample;
  private long batches;

  PermuteOperator(Permutations permutations) {
    this.permutations = permutations;
  }

  private PermutedSample sample() {
    PermutedSample begun = sample;
    if (begun == null) {
      begun = new PermutedSample(permutations);
      sample = begun;
    }
    return begun;
  }

  @Override
  public void processElement(StreamRecord<RowBatch> element) {
    for (Instance record : element.getValue().records()) {
      if (record instanceof Instance.Example example) {
        sample().add(example);
      }
    }
    batches++;
    output.collect(element);
  }

  @Override
  public void endInput() {
    sample()
        .passes(
            (firstRow, rows) ->
                output.collect(new StreamRecord<>(new RowBatch(batches++, firstRow, rows))));
  }
}
