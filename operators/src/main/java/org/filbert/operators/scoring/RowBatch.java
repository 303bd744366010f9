package org.filbert.operators.scoring;

import java.util.List;
import org.filbert.data.Instance;

/**
 * Consecutive records of an input.
 *
 * @param number of the batch, from 0
 * @param firstRow number of its first record in the input
 */
record RowBatch(long number, long firstRow, List<Instance> records) {
  RowBatch {
    records = List.copyOf(records);
  }
}
