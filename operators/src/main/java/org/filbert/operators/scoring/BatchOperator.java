package org.filbert.operators.scoring;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.filbert.data.Features;
import org.filbert.data.Instance;

/** Divides records into numbered batches, which fill the BLAS and pass through network memory. */
final class BatchOperator extends AbstractStreamOperator<RowBatch>
    implements OneInputStreamOperator<Instance, RowBatch>, BoundedOneInput {
  private static final long serialVersionUID = 1L;
  private static final int MAX_ROWS = 1024;
  private static final int MAX_VALUES = 1 << 19;

  private final List<Instance> records = new ArrayList<>();
  private long firstRow;
  private long number;
  private int values;

  /**
   * @param firstRow number of the first record in the input
   */
  BatchOperator(long firstRow) {
    this.firstRow = firstRow;
  }

  @Override
  public void processElement(StreamRecord<Instance> element) {
    Instance instance = element.getValue();
    records.add(instance);
    values += instance instanceof Instance.Example example ? values(example.features()) : 0;
    if (records.size() == MAX_ROWS || values >= MAX_VALUES) {
      emit();
    }
  }

  private static int values(Features features) {
    if (features instanceof Features.Text text) {
      return text.document().length();
    }
    if (features instanceof Features.Cells cells) {
      return cells.text().length() + cells.count();
    }
    return features instanceof Features.Sparse sparse
        ? sparse.values().length
        : ((Features.Dense) features).values().length;
  }

  @Override
  public void endInput() {
    if (!records.isEmpty()) {
      emit();
    }
  }

  private void emit() {
    output.collect(new StreamRecord<>(new RowBatch(number++, firstRow, records)));
    firstRow += records.size();
    records.clear();
    values = 0;
  }
}
