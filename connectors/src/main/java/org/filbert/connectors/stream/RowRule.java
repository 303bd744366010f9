package org.filbert.connectors.stream;

import java.io.Serializable;
import org.filbert.data.Features;
import org.filbert.data.Target;

/**
 * What a job asks of a record beyond its form. Sources ask it while they still have the record as
 * it was read, so that one that is refused can be kept whole.
 */
public interface RowRule extends Serializable {
  /**
   * The features as the job takes them.
   *
   * @throws IllegalArgumentException if the job cannot take them; the message says what was found
   *     and what is allowed
   */
  Features features(Features found);

  /**
   * The target as the job takes it, of a row or of a label that comes by itself.
   *
   * @throws IllegalArgumentException likewise
   */
  Target target(Target found);
}
