package org.filbert.model;

import java.util.List;
import org.filbert.data.Features;
import org.filbert.data.Rows;
import org.filbert.linalg.Precision;

/**
 * A step of preprocessing that maps dense rows, which another encoder makes, to as many columns.
 */
interface DenseStep extends RowEncoder {
  /** What makes the rows. */
  RowEncoder encoder();

  /** The rows of this step, from those of {@link #encoder}. */
  Rows mapped(Rows rows);

  @Override
  default int features() {
    return encoder().features();
  }

  @Override
  default boolean sparse() {
    return false;
  }

  @Override
  default Precision precision() {
    return encoder().precision();
  }

  @Override
  default Rows apply(List<Features> records) {
    return mapped(encoder().apply(records));
  }

  @Override
  default Rows continued(Rows ofRecords) {
    return mapped(encoder().continued(ofRecords));
  }

  @Override
  default void check(Features record) {
    encoder().check(record);
  }

  @Override
  default RowEncoder ofRecords() {
    return encoder().ofRecords();
  }
}
