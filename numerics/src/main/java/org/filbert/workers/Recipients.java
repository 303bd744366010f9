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

    @Override
    public Matrices share(int worker, Matrices sum) {
      int from = from(worker);
      for (Matrices.Part part : sum.parts()) {
        if (part.symmetric() || part.matrix().rows() != from(rows.size())) {
          throw new IllegalArgumentException(
              "a sum of " + sum.shapes() + " for the owners of " + rows + " rows");
        }
      }
      return sum.rows(from, from + rows.get(worker));
    }

    /** The first row of a worker; for P the number of all rows. */
    private int from(int worker) {
      return rows.subList(0, worker).stream().mapToInt(Integer::intValue).sum();
    }
  }

  /**
   * The workers meant, of {@code count}, in their order.
   *
   * @throws IllegalArgumentException if there is no such worker, or rows of another number of them
   */
  default List<Integer> of(int count) {
    if (this instanceof One one) {
      if (one.worker() < 0 || one.worker() >= count) {
        throw new IllegalArgumentException("worker " + one.worker() + " of " + count);
      }
      return List.of(one.worker());
    }
    if (this instanceof Owners owners && owners.rows().size() != count) {
      throw new IllegalArgumentException(
          "rows of " + owners.rows().size() + " workers, there are " + count);
    }
    return IntStream.range(0, count).boxed().toList();
  }

  /**
   * What a worker gets of a sum.
   *
   * @throws IllegalArgumentException if the sum cannot be divided into the owners' rows
   */
  default Matrices share(int worker, Matrices sum) {
    return sum;
  }
}
