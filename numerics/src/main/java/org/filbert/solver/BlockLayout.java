package org.filbert.solver;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.ListSampler;
import org.filbert.random.Draws;
import org.filbert.random.Purpose;

/**
 * How the rows are cut into blocks. Every worker cuts its shard, which is in random order, into the
 * same number of pieces; block j is the j-th piece of every worker, in worker order. So every block
 * is spread evenly whatever its size, up to one block of all rows.
 *
 * <p>Block j has a <i>home</i>, worker j mod P, which factorises and solves it.
 */
public record BlockLayout(int blocks, List<Integer> shardRows) {

  /**
   * ⌈n / blockSize⌉ blocks of nearly equal size, or as many as the largest shard has rows if these
   * are fewer, so that no block is empty. Since every worker cuts its own shard, a block may have
   * up to P - 1 rows more than {@code blockSize}.
   */
  public static BlockLayout of(int blockSize, List<Integer> shardRows) {
    if (blockSize < 1) {
      throw new IllegalArgumentException("blockSize is " + blockSize + ", must be at least 1");
    }
    int rows = shardRows.stream().reduce(0, Math::addExact);
    int blocks = Math.min(Collections.max(shardRows), (rows - 1) / blockSize + 1);
    return new BlockLayout(Math.max(1, blocks), shardRows);
  }

  /** First row of a worker's piece of a block, counted within its shard. */
  public int from(int worker, int block) {
    return (int) ((long) shardRows.get(worker) * block / blocks);
  }

  /** End, exclusive, of a worker's piece of a block. */
  public int to(int worker, int block) {
    return from(worker, block + 1);
  }

  /** Where a worker's piece begins within the block. */
  public int offset(int worker, int block) {
    return IntStream.range(0, worker).map(w -> to(w, block) - from(w, block)).sum();
  }

  /** Number of rows of a block. */
  public int size(int block) {
    return offset(shardRows.size(), block);
  }

  /** Number of all rows. */
  public long rows() {
    return shardRows.stream().mapToLong(Integer::longValue).sum();
  }

  public int home(int block) {
    return block % shardRows.size();
  }

  /** Bytes of the factors, in double, of the blocks at home on a worker. */
  long factorBytes(int worker) {
    return IntStream.range(0, blocks)
        .filter(block -> home(block) == worker)
        .mapToLong(block -> (long) size(block) * size(block) * Double.BYTES)
        .sum();
  }

  /**
   * The blocks of one epoch in rounds: a random order in which the blocks of one round have
   * different homes, so that these work side by side.
   */
  public List<List<Integer>> rounds(long seed, int epoch) {
    int workers = shardRows.size();
    List<List<Integer>> byHome = new ArrayList<>();
    UniformRandomProvider draws = Draws.stream(seed, Purpose.BLOCK_ORDER, epoch);
    for (int home = 0; home < workers; home++) {
      List<Integer> own = new ArrayList<>();
      for (int block = home; block < blocks; block += workers) {
        own.add(block);
      }
      ListSampler.shuffle(draws, own);
      byHome.add(own);
    }
    List<List<Integer>> rounds = new ArrayList<>();
    for (int r = 0; r < (blocks - 1) / workers + 1; r++) {
      List<Integer> round = new ArrayList<>();
      for (List<Integer> own : byHome) {
        if (r < own.size()) {
          round.add(own.get(r));
        }
      }
      ListSampler.shuffle(draws, round);
      rounds.add(List.copyOf(round));
    }
    return rounds;
  }
}
