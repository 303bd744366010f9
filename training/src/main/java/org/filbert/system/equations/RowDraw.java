package org.filbert.system.equations;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.sampling.PermutationSampler;
import org.filbert.random.Draws;
import org.filbert.random.Purpose;

/**
 * A random selection of training rows: of each worker's shard, in random order, the rows between
 * two places. The rows are in worker order.
 *
 * @param number number of the random order
 * @param from each worker's first place
 * @param to end, exclusive, of each worker's places
 */
public record RowDraw(long seed, Purpose purpose, int number, int[] from, int[] to) {
  /**
   * One of several parts of all rows. Sizes of parts differ by at most one row of each worker.
   *
   * @param shards rows of each worker
   */
  public static RowDraw part(
      long seed, Purpose purpose, int number, int part, int parts, List<Integer> shards) {
    return new RowDraw(
        seed, purpose, number, cuts(shards, part, parts), cuts(shards, part + 1, parts));
  }

  private static int[] cuts(List<Integer> shards, int part, int parts) {
    return shards.stream().mapToInt(rows -> (int) ((long) rows * part / parts)).toArray();
  }

  /**
   * A selection of {@code count} rows, with a share of each worker; all rows if there are fewer.
   */
  public static RowDraw of(long seed, Purpose purpose, int count, List<Integer> shards) {
    int[] to = new int[shards.size()];
    long rows = shards.stream().mapToLong(Integer::longValue).sum();
    long before = 0;
    for (int w = 0; w < to.length; w++) {
      long after = before + shards.get(w);
      long wanted = Math.min(rows, count);
      to[w] = (int) (after * wanted / rows - before * wanted / rows);
      before = after;
    }
    return new RowDraw(seed, purpose, 0, new int[to.length], to);
  }

  /** Number of selected rows. */
  public int count() {
    return Arrays.stream(to).sum() - Arrays.stream(from).sum();
  }

  /** Number of selected rows of the workers before this one. */
  public int offset(int worker) {
    return IntStream.range(0, worker).map(w -> to[w] - from[w]).sum();
  }

  /** Places of the selected rows in the shard of a worker that has so many rows. */
  public int[] places(int worker, int rows) {
    int[] order = PermutationSampler.natural(rows);
    PermutationSampler.shuffle(Draws.stream(seed, purpose, number, worker), order);
    return Arrays.copyOfRange(order, from[worker], to[worker]);
  }
}
