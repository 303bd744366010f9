package org.filbert.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.filbert.linalg.Backend;
import org.filbert.workers.LocalWorkers;
import org.filbert.workers.Stepped;
import org.filbert.workers.StreamProgram;
import org.filbert.workers.Worker;
import org.jspecify.annotations.Nullable;

/**
 * A stream that goes on with other numbers of workers.
 *
 * @param parts batches, part after part
 * @param counts number of workers for each part
 */
public record ChangingWorkers<S, B, O>(
    StreamProgram<S, B, O> program, List<List<B>> parts, int[] counts, Backend backend) {

  /** What is there after some parts. */
  public record Ran<S, O>(List<Worker> workers, S state, List<O> outputs) {}

  /** Runs all parts. */
  public Ran<S, O> run() {
    return after(parts.size());
  }

  /** A worker may take away what a former one has, so each has former ones of its own. */
  private Ran<S, O> after(int count) {
    int p = counts[count - 1];
    List<Worker> workers = IntStream.range(0, p).mapToObj(i -> new Worker(i, p, backend)).toList();
    List<O> outputs = new ArrayList<>();
    @Nullable S state = null;
    if (count > 1) {
      for (Worker worker : workers) {
        Ran<S, O> before = after(count - 1);
        before.workers().forEach(former -> program.takeOver(former, worker));
        state = before.state();
        outputs = before.outputs();
      }
    }
    LocalWorkers local = new LocalWorkers(workers); // not closed, as the workers go on
    if (state == null) {
      state = program.start(local);
    }
    for (B batch : parts.get(count - 1)) {
      Stepped<S, O> stepped = program.step(state, batch, local);
      outputs.addAll(stepped.outputs());
      state = stepped.state();
    }
    return new Ran<>(workers, state, outputs);
  }
}
