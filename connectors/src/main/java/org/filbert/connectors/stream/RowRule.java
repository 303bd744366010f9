package org.filbert.connectors.stream;

import java.io.Serializable;
import org.filbert.data.Features;
import org.filbert.data.Target;

/**
 * A job's requirements on records beyond their format. A source applies them while it still has the
 * original bytes, so that a rejected record can be kept unchanged.
 */
public interface RowRule extends Serializable {
  /**
   * Brings features into the job's form.
   *
   * @throws IllegalArgumentException if the job cannot use them; the message says what was found
   *     and what is allowed
   */
  Features features(Features found);

  /**
   * Brings the target of a row or of a separate label into the job's form.
   *
   * @throws IllegalArgumentException likewise
   */
  Target target(Target found);
}
