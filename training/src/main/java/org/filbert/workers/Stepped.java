package org.filbert.workers;

import java.util.List;

/**
 * The result of one step of a {@link StreamProgram}.
 *
 * @param state after the step
 * @param outputs in the order in which they leave
 */
public record Stepped<S, O>(S state, List<O> outputs) {
  public Stepped {
    outputs = List.copyOf(outputs);
  }
}
