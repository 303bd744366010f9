package org.filbert.workers;

import java.util.List;
import java.util.stream.IntStream;

/** The workers that receive a task or a sum. */
public sealed interface Recipients {
  /** Every worker gets the whole task or sum. */
  record All() implements Recipients {}

  /** One worker gets the whole task or sum. */
  record One(int worker) implements Recipients {}

  /**
   * Every worker gets its own rows of a sum.
   *
   * @param rows number of rows of each worker
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

    /** The first row of a worker. For P it is the number of all rows. */
    private int from(int worker) {
      return rows.subList(0, worker).stream().mapToInt(Integer::intValue).sum();
    }
  }

  /**
   * The numbers of the recipients among {@code count} workers, in their order.
   *
   * @throws IllegalArgumentException if there is no such worker, or the rows are those of another
   *     number of workers
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
   * The part of a sum that a worker gets.
   *
   * @throws IllegalArgumentException if the sum cannot be divided into the owners' rows
   */
  default Matrices share(int worker, Matrices sum) {
    return sum;
  }
}
