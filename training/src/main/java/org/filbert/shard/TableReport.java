package org.filbert.shard;

import org.filbert.table.TableCounts;

/**
 * What was met in the cells of the training rows and of the held-out rows.
 *
 * @param weight sum of the training rows' weights; their number if they have none
 */
public record TableReport(TableCounts train, TableCounts heldOut, double weight) {
  public static final TableReport NONE = new TableReport(TableCounts.NONE, TableCounts.NONE, 0);

  /** The same for a sample of the training rows, with a share of their weight. */
  TableReport share(double part) {
    return new TableReport(train, heldOut, part * weight);
  }

  public TableReport plus(TableReport other) {
    return new TableReport(
        train.plus(other.train), heldOut.plus(other.heldOut), weight + other.weight);
  }
}
