package org.filbert.connectors.stream;

import java.io.Serializable;

/** What a job asks of a row beyond the form of its record. */
@FunctionalInterface
public interface RowRule extends Serializable {
  /**
   * The row as the job takes it.
   *
   * @throws IllegalArgumentException if the job cannot take it; the message says what was found and
   *     what is allowed
   */
  Arrival.Row apply(Arrival.Row row);
}
