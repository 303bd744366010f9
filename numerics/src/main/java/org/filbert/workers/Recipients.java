package org.filbert.workers;

import java.util.List;
import java.util.stream.IntStream;

/** Who gets what the driver or all workers together have to say. */
public sealed interface Recipients {
  /** Every worker gets everything. */
  record All() implements Recipients {}

  /** One worker gets everything. */
  record One(int worker) implements Recipients {}

  /**
   * Every worker gets the rows of a sum that are its own.
   *
   * @param rows of each worker
   */
  record Owners(List<Integer> rows) implements Recipients {
    public Owners {
      rows = List.copyOf(rows);
    }

    /** The first row of a worker; for P the number of all rows. */
    public int from(int worker) {
      return rows.subList(0, worker).stream().mapToInt(Integer::intValue).sum();
    }
  }

  /** The workers meant, of {@code count}, in their order. */
  default List<Integer> of(int count) {
    if (this instanceof One one) {
      if (one.worker() < 0 || one.worker() >= count) {
        throw new IllegalArgumentException("worker " + one.worker() + " of " + count);
      }
      return List.of(one.worker());
    }
    return IntStream.range(0, count).boxed().toList();
  }

  /** What a worker gets of a sum. */
  default Matrices share(int worker, Matrices sum) {
    return this instanceof Owners owners
        ? sum.rows(owners.from(worker), owners.from(worker + 1))
        : sum;
  }
}
