package org.filbert.system.internal.entries;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.filbert.system.equations.Blocks;

/**
 * The distribution of a symmetric matrix among the workers, where each pair of entries (i, j), (j,
 * i) is stored once. A worker's rows are cut into its pieces of the blocks, and so are the columns.
 * Of the two cells where the piece of block I on worker w and that of block J on worker v cross, w
 * ≠ v, one is in the rows of w and one in the rows of v: the worker with the lower number has the
 * one in its rows where I + J is even, the other worker where it is odd. So every worker has half
 * of the entries that it shares with each other worker, half of those that it does not share, and
 * half of each block of columns.
 */
public record SymmetricCells(Blocks blocks) {
  /**
   * Some rows and columns of a worker.
   *
   * @param number unique among the worker's cells
   * @param rowFrom first of its rows, among all that the worker has; up to {@code rowTo}, exclusive
   * @param columnFrom first of its columns within the block; up to {@code columnTo}, exclusive
   * @param bothSides whether the cell also stands for its transpose; otherwise its rows are its
   *     columns
   */
  record Cell(int number, int rowFrom, int rowTo, int columnFrom, int columnTo, boolean bothSides) {
    public long entries() {
      return (long) (rowTo - rowFrom) * (columnTo - columnFrom);
    }
  }

  /** A worker's cells in the columns of a block. */
  List<Cell> of(int worker, int block) {
    List<Cell> cells = new ArrayList<>();
    int own = blocks.offset(worker, block);
    int next = own + blocks.piece(worker, block);
    for (int j = 0; j < blocks.count(); j++) {
      boolean even = (block + j) % 2 == 0;
      int from = even ? (j < block ? own : next) : 0;
      int to = even ? blocks.size(block) : (j < block ? next : own);
      add(cells, worker, block, j, from, to, true);
      if (j == block) {
        add(cells, worker, block, j, own, next, false);
      }
    }
    return cells;
  }

  private void add(
      List<Cell> cells, int worker, int block, int j, int from, int to, boolean bothSides) {
    int rowFrom = blocks.from(worker, j);
    int rowTo = rowFrom + blocks.piece(worker, j);
    if (rowTo > rowFrom && to > from) {
      int number = 2 * (block * blocks.count() + j) + (bothSides ? 1 : 0);
      cells.add(new Cell(number, rowFrom, rowTo, from, to, bothSides));
    }
  }

  /** Entries that a worker has. */
  public long entries(int worker) {
    return IntStream.range(0, blocks.count())
        .mapToLong(block -> of(worker, block).stream().mapToLong(Cell::entries).sum())
        .sum();
  }
}
