package org.filbert.system.equations;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.ListSampler;
import org.filbert.linalg.Matrix;
import org.filbert.random.Draws;
import org.filbert.random.Purpose;

/**
 * The division of a system's unknowns into blocks, and of these among the workers. Every worker has
 * a piece, perhaps an empty one, of every block. A worker keeps its pieces one after the other, in
 * the order of the blocks. A block's unknowns are its pieces in worker order.
 *
 * <p>Block j has a <i>home</i>, worker j mod P, which factorises and solves it.
 *
 * @param workers number P of workers
 * @param pieces unknowns of block j on worker w, at j·P + w
 */
public record Blocks(int workers, int[] pieces) {
  /**
   * Blocks of rows. Each worker's shard, in random order, is cut into the same number of pieces: ⌈n
   * / blockSize⌉, or as many as the largest shard has rows if these are fewer. So every block is
   * spread evenly over the workers, whatever its size. It may have up to P - 1 rows more than
   * {@code blockSize}.
   */
  public static Blocks ofRows(int blockSize, List<Integer> shardRows) {
    int rows = shardRows.stream().reduce(0, Math::addExact);
    int blocks =
        Math.max(1, Math.min(Collections.max(shardRows), groups(rows, checked(blockSize))));
    return new Blocks(
        shardRows.size(),
        IntStream.range(0, blocks)
            .flatMap(j -> shardRows.stream().mapToInt(rowsOf -> cut(rowsOf, j, blocks)))
            .toArray());
  }

  private static int cut(int rows, int block, int blocks) {
    return (int) ((long) rows * (block + 1) / blocks - (long) rows * block / blocks);
  }

  /** Blocks of columns that belong to no row: each block is at its home. */
  public static Blocks ofColumns(int blockSize, int columns, int workers) {
    int[] pieces = new int[groups(columns, checked(blockSize)) * workers];
    for (int j = 0; j * workers < pieces.length; j++) {
      pieces[j * workers + j % workers] = Math.min(blockSize, columns - j * blockSize);
    }
    return new Blocks(workers, pieces);
  }

  /** Blocks of given sizes, of columns that belong to no row: each block is at its home. */
  public static Blocks ofSizes(int[] sizes, int workers) {
    int[] pieces = new int[Math.multiplyExact(sizes.length, workers)];
    for (int j = 0; j < sizes.length; j++) {
      pieces[j * workers + j % workers] = sizes[j];
    }
    return new Blocks(workers, pieces);
  }

  /** Blocks of columns that belong to rows: owner i is the worker that has column i's row. */
  public static Blocks ofOwners(int blockSize, int[] owners, int workers) {
    int[] pieces = new int[groups(owners.length, checked(blockSize)) * workers];
    for (int i = 0; i < owners.length; i++) {
      pieces[i / blockSize * workers + owners[i]]++;
    }
    return new Blocks(workers, pieces);
  }

  private static int checked(int blockSize) {
    if (blockSize < 1) {
      throw new IllegalArgumentException("blockSize is " + blockSize + ", must be at least 1");
    }
    return blockSize;
  }

  private static int groups(int all, int size) {
    return (all - 1) / size + 1;
  }

  /** Number of blocks. */
  public int count() {
    return pieces.length / workers;
  }

  /** Unknowns of a block that a worker has. */
  public int piece(int worker, int block) {
    return pieces[block * workers + worker];
  }

  /** Unknowns of a block that each worker has. */
  public List<Integer> pieces(int block) {
    return IntStream.range(0, workers).mapToObj(w -> piece(w, block)).toList();
  }

  /** The rows of a worker's piece, as a view of a matrix with a row for each of its unknowns. */
  public Matrix piece(Matrix own, int worker, int block) {
    return own.rows(from(worker, block), to(worker, block));
  }

  /** First unknown of a worker's piece, among all that the worker has. */
  public int from(int worker, int block) {
    return IntStream.range(0, block).map(j -> piece(worker, j)).sum();
  }

  /** End, exclusive, of a worker's piece. */
  public int to(int worker, int block) {
    return from(worker, block + 1);
  }

  /** First unknown of a worker's piece within the block. */
  public int offset(int worker, int block) {
    return IntStream.range(0, worker).map(w -> piece(w, block)).sum();
  }

  /** Number of unknowns of a block. */
  public int size(int block) {
    return offset(workers, block);
  }

  /** Number of unknowns of the largest block. */
  public int largest() {
    return IntStream.range(0, count()).map(this::size).max().orElse(0);
  }

  /** Number of unknowns that a worker has. */
  public int own(int worker) {
    return from(worker, count());
  }

  /** Number of all unknowns. */
  public long unknowns() {
    return Arrays.stream(pieces).asLongStream().sum();
  }

  /** First unknown of a worker, where those of all workers stand one after the other. */
  public int first(int worker) {
    return IntStream.range(0, worker).map(this::own).sum();
  }

  /** Unknowns of each worker. */
  public List<Integer> owned() {
    return IntStream.range(0, workers).map(this::own).boxed().toList();
  }

  /**
   * All blocks: one worker's after the other if no block is divided among workers, else in the
   * order of their numbers.
   */
  public int[] gathered() {
    IntStream all = IntStream.range(0, count());
    return inPieces() ? all.toArray() : IntStream.range(0, workers).flatMap(this::at).toArray();
  }

  private boolean inPieces() {
    return IntStream.range(0, count()).anyMatch(block -> piece(home(block), block) < size(block));
  }

  /** The rows of a matrix, put from the order of the workers into that of {@link #gathered}. */
  public Matrix byBlock(Matrix byWorker) {
    if (!inPieces()) {
      return byWorker.rows(0, byWorker.rows());
    }
    Matrix byBlock = Matrix.zeros(byWorker.precision(), byWorker.rows(), byWorker.cols());
    forEachPiece((at, from, size) -> copy(byWorker, from, byBlock, at, size));
    return byBlock;
  }

  /** The rows of a matrix, put from the order of {@link #gathered} into that of the workers. */
  public Matrix byWorker(Matrix byBlock) {
    if (!inPieces()) {
      return byBlock;
    }
    Matrix byWorker = Matrix.zeros(byBlock.precision(), byBlock.rows(), byBlock.cols());
    forEachPiece((from, at, size) -> copy(byBlock, from, byWorker, at, size));
    return byWorker;
  }

  private static void copy(Matrix source, int from, Matrix target, int at, int size) {
    target.rows(at, at + size).assign(source.rows(from, from + size));
  }

  /** Receives the first row of a piece in the order of the blocks, and in that of the workers. */
  private interface PieceVisitor {
    void visit(int inBlocks, int inWorkers, int size);
  }

  private void forEachPiece(PieceVisitor visitor) {
    int[] next = IntStream.range(0, workers).map(this::first).toArray();
    int at = 0;
    for (int block = 0; block < count(); block++) {
      for (int worker = 0; worker < workers; worker++) {
        int size = piece(worker, block);
        visitor.visit(at, next[worker], size);
        at += size;
        next[worker] += size;
      }
    }
  }

  public int home(int block) {
    return block % workers;
  }

  /** Blocks at home on a worker. */
  public IntStream at(int worker) {
    return IntStream.range(0, count()).filter(block -> home(block) == worker);
  }

  /** The blocks of one epoch in random order. The order depends on their number alone. */
  public List<Integer> order(long seed, int epoch) {
    List<Integer> order = new ArrayList<>(IntStream.range(0, count()).boxed().toList());
    ListSampler.shuffle(Draws.stream(seed, Purpose.BLOCK_ORDER, epoch), order);
    return order;
  }

  /**
   * The blocks of one epoch in random order and in rounds. P consecutive blocks have different
   * homes, so that all homes always have a block to factorise.
   */
  public List<Integer> orderInRounds(long seed, int epoch) {
    List<List<Integer>> byHome = new ArrayList<>();
    UniformRandomProvider draws = Draws.stream(seed, Purpose.BLOCK_ORDER, epoch);
    for (int home = 0; home < workers; home++) {
      List<Integer> own = new ArrayList<>(at(home).boxed().toList());
      ListSampler.shuffle(draws, own);
      byHome.add(own);
    }
    List<Integer> order = new ArrayList<>();
    for (int r = 0; r < groups(count(), workers); r++) {
      List<Integer> round = new ArrayList<>();
      for (List<Integer> own : byHome) {
        if (r < own.size()) {
          round.add(own.get(r));
        }
      }
      ListSampler.shuffle(draws, round);
      order.addAll(round);
    }
    return order;
  }

  /**
   * The block at a position of an order, and the next block of every other home: the homes can
   * factorise these side by side.
   */
  public List<Integer> round(List<Integer> order, int position) {
    Map<Integer, Integer> next = new LinkedHashMap<>();
    order.subList(position, order.size()).forEach(block -> next.putIfAbsent(home(block), block));
    return List.copyOf(next.values());
  }
}
