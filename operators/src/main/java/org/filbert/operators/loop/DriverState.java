package org.filbert.operators.loop;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * State of a driver without the answers since its program's last state.
 *
 * @param begun whether all workers have their rows; the workers of a stream have none
 * @param ended whether the program has ended
 * @param mark of the attempts
 * @param state the program's last state; null before the first
 * @param batches of a stream that are not finished
 * @param counts of the metrics
 */
record DriverState(
    boolean begun,
    boolean ended,
    Attempts.Mark mark,
    @Nullable Object state,
    List<Object> batches,
    Map<String, Long> counts) {
  /** The initial state. */
  static final DriverState NONE =
      new DriverState(false, false, Attempts.Mark.NONE, null, List.of(), Map.of());
}
