package org.filbert.model;

import java.util.List;
import org.filbert.data.Features;
import org.filbert.data.Rows;
import org.filbert.linalg.Precision;

/** Makes rows of records. It is fitted on the training data and kept with the model. */
public interface RowEncoder {
  /** Number d of features of a row. */
  int features();

  /** Whether rows are sparse. */
  boolean sparse();

  /** Precision that the values of a row are rounded to. */
  Precision precision();

  /** Transforms records; one that {@link #check} refuses is an error. */
  Rows apply(List<Features> records);

  /**
   * Checks that a record is like the training data.
   *
   * @throws IllegalArgumentException saying what was found and what is allowed
   */
  void check(Features record);

  /** The encoder that takes the records, if this one goes on with its rows; otherwise this one. */
  default RowEncoder ofRecords() {
    return this;
  }

  /** The rows that this encoder goes on to make of those of {@link #ofRecords}. */
  default Rows continued(Rows ofRecords) {
    return ofRecords;
  }
}
