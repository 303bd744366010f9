package org.filbert.table;

import java.io.Serializable;
import java.util.List;
import org.filbert.data.Features;

/** Makes features of a column's cells. It is fitted on the training rows. */
public interface ColumnEncoder extends Serializable {
  /** What the cells hold. */
  CellKind cells();

  /** Number of features. */
  int features();

  /** What follows the column's name in the name of a feature. */
  String suffix(int feature);

  /**
   * Adds the features of a column's cells, which are of its kind or missing.
   *
   * @param records of the rows
   * @param column place of the cells in the records
   * @param first index of the column's first feature
   * @return number of values that the training rows did not have
   */
  long encode(List<Features.Cells> records, int column, int first, CellRows rows);
}
