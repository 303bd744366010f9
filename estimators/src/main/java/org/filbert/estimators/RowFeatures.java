package org.filbert.estimators;

import java.io.Serializable;
import org.apache.flink.types.Row;
import org.filbert.data.Features;

/** Where the features of a table's rows are. */
sealed interface RowFeatures extends Serializable permits FeaturesColumn, CellsOfRow {
  /**
   * The features of a row.
   *
   * @throws IllegalArgumentException if the row has none that can be used
   */
  Features of(Row row);
}
