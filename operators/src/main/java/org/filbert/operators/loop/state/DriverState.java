package org.filbert.operators.loop.state;

import java.util.List;
import java.util.Map;
import org.filbert.operators.loop.spec.Attempts;
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
 * @param layout of a stream; null otherwise and in states of earlier versions
 */
public record DriverState(
    boolean begun,
    boolean ended,
    Attempts.Mark mark,
    @Nullable Object state,
    List<Object> batches,
    Map<String, Long> counts,
    @Nullable Layout layout) {
  /**
   * The workers of a stream.
   *
   * @param workers their number P
   * @param idle whether no step is under way, so that the stream may go on with another number
   */
  public record Layout(int workers, boolean idle) {}

  /** The initial state. */
  static final DriverState NONE =
      new DriverState(false, false, Attempts.Mark.NONE, null, List.of(), Map.of(), null);
}
