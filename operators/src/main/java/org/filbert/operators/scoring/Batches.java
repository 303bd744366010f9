package org.filbert.operators.scoring;

import java.util.ArrayList;
import java.util.List;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.jspecify.annotations.Nullable;

/** Divides records into numbered batches, which fill the BLAS and pass through network memory. */
final class Batches {
  private static final int MAX_ROWS = 1024;
  private static final int MAX_VALUES = 1 << 19;

  private final List<Instance> records = new ArrayList<>();
  private long firstRow;
  private long number;
  private int values;

  /**
   * @param firstRow number of the first record in the input
   */
  Batches(long firstRow) {
    this.firstRow = firstRow;
  }

  /** Takes a record. Returns the batch that is full with it, if one is. */
  @Nullable RowBatch add(Instance instance) {
    records.add(instance);
    values += instance instanceof Instance.Example example ? values(example.features()) : 0;
    return records.size() == MAX_ROWS || values >= MAX_VALUES ? next() : null;
  }

  /** The last batch; null if it is empty. */
  @Nullable RowBatch end() {
    return records.isEmpty() ? null : next();
  }

  private RowBatch next() {
    RowBatch batch = new RowBatch(number++, firstRow, records);
    firstRow += records.size();
    records.clear();
    values = 0;
    return batch;
  }

  private static int values(Features features) {
    if (features instanceof Features.Text text) {
      return text.document().length();
    }
    if (features instanceof Features.Cells cells) {
      return cells.text().length + cells.count();
    }
    return features instanceof Features.Sparse sparse
        ? sparse.values().length
        : ((Features.Dense) features).values().length;
  }
}
