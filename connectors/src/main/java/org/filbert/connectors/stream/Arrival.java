package org.filbert.connectors.stream;

import org.filbert.data.Features;
import org.filbert.data.Target;
import org.jspecify.annotations.Nullable;

/** One record of a stream. */
public sealed interface Arrival {
  Origin origin();

  /**
   * A row to be scored and, if it has a target, to be learned from.
   *
   * @param id what the stream calls the row; its prediction and a later label have the same
   */
  record Row(Origin origin, String id, Features features, @Nullable Target target)
      implements Arrival {}

  /** The target of a row that came in without one, known by the row's id. */
  record Label(Origin origin, String id, Target target) implements Arrival {}

  /**
   * A record that cannot be used, as it was read.
   *
   * @param reason what was found and what is allowed
   */
  record Rejected(Origin origin, byte @Nullable [] key, byte @Nullable [] value, String reason)
      implements Arrival {}
}
