package org.filbert.operators.loop.spec;

import java.util.List;
import java.util.stream.Stream;
import org.filbert.workers.StreamProgram;

/**
 * A loop that takes one step for each batch of a stream. Its workers have no rows.
 *
 * @param <S> the program's state
 * @param <B> a batch
 * @param <O> an output, which leaves the loop exactly once
 */
public interface StreamSpec<S, B, O> extends Loop {
  StreamProgram<S, B, O> program();

  Class<B> batchType();

  Class<O> outputType();

  @Override
  default List<Class<?>> messages() {
    return Stream.concat(program().messages().stream(), Stream.of(batchType(), outputType()))
        .toList();
  }
}
