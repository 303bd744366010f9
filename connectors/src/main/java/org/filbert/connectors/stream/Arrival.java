package org.filbert.connectors.stream;

import org.filbert.data.Features;
import org.filbert.data.Target;
import org.jspecify.annotations.Nullable;

/** A record of a stream. */
public sealed interface Arrival {
  Origin origin();

  /**
   * A row to score and, if it has a target, to learn from.
   *
   * @param id of the row in the stream; its prediction and a later label have the same id
   */
  record Row(Origin origin, String id, Features features, @Nullable Target target)
      implements Arrival {}

  /** The target of an earlier row with this id. */
  record Label(Origin origin, String id, Target target) implements Arrival {}

  /** All that came before is history, what comes after it is live. */
  record HistoryEnd(Origin origin) implements Arrival {}

  /**
   * A record that cannot be used, with its original bytes.
   *
   * @param reason what was found and what is allowed
   */
  record Rejected(Origin origin, byte @Nullable [] key, byte @Nullable [] value, String reason)
      implements Arrival {}
}
