package org.filbert.table;

import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes features of a column's cells. It is fitted on the training rows. */
public interface ColumnEncoder extends Serializable {
  /** What the cells hold. */
  CellKind cells();

  /** Number of features. */
  int features();

  /** What follows the column's name in the name of a feature. */
  String suffix(int feature);

  /**
   * Adds the features of cells, one of each row.
   *
   * @param cells of the kind of this column; null if they are missing
   * @param first index of the column's first feature
   * @return number of values that the training rows did not have
   */
  long encode(List<@Nullable String> cells, int first, CellRows rows);
}
