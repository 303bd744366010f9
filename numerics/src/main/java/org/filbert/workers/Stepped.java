package org.filbert.workers;

import java.util.List;

/**
 * What one step of a {@link StreamProgram} comes to.
 *
 * @param state after the step
 * @param outputs in the order in which they are to leave
 */
public record Stepped<S, O>(S state, List<O> outputs) {
  public Stepped {
    outputs = List.copyOf(outputs);
  }
}
