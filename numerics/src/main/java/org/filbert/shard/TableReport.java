package org.filbert.shard;

import org.filbert.table.TableCounts;

/** What was met in the cells of the training rows and of the held-out rows. */
public record TableReport(TableCounts train, TableCounts heldOut) {
  public static final TableReport NONE = new TableReport(TableCounts.NONE, TableCounts.NONE);

  public TableReport plus(TableReport other) {
    return new TableReport(train.plus(other.train), heldOut.plus(other.heldOut));
  }
}
