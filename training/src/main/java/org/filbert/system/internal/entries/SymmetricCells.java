package org.filbert.system.internal.entries;

import java.util.ArrayList;
import java.util.List;
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
    int rowFrom = 0;
    for (int j = 0; j < blocks.count(); j++) {
      boolean even = (block + j) % 2 == 0;
      int from = even ? (j < block ? own : next) : 0;
      int to = even ? blocks.size(block) : (j < block ? next : own);
      int rowTo = rowFrom + blocks.piece(worker, j);
      int number = 2 * (block * blocks.count() + j);
      add(cells, new Cell(number + 1, rowFrom, rowTo, from, to, true));
      if (j == block) {
        add(cells, new Cell(number, rowFrom, rowTo, own, next, false));
      }
      rowFrom = rowTo;
    }
    return cells;
  }

  private static void add(List<Cell> cells, Cell cell) {
    if (cell.rowTo() > cell.rowFrom() && cell.columnTo() > cell.columnFrom()) {
      cells.add(cell);
    }
  }

  /**
   * Entries that a worker has, the sum of those of its cells: for each block its rows in the blocks
   * before it and from it on, of even and of odd distance from it, times their columns.
   */
  public long entries(int worker) {
    long[] rows = new long[2]; // in blocks of even and of odd number
    for (int j = 0; j < blocks.count(); j++) {
      rows[j % 2] += blocks.piece(worker, j);
    }
    long[] before = new long[2];
    long entries = 0;
    for (int block = 0; block < blocks.count(); block++) {
      long piece = blocks.piece(worker, block);
      long own = blocks.offset(worker, block);
      long next = own + piece;
      long size = blocks.size(block);
      int even = block % 2;
      int odd = 1 - even;
      entries += before[even] * (size - own) + (rows[even] - before[even]) * (size - next);
      entries += before[odd] * next + (rows[odd] - before[odd]) * own;
      entries += piece * piece;
      before[even] += piece;
    }
    return entries;
  }
}
