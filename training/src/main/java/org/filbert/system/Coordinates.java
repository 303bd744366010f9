package org.filbert.system;

import java.util.Arrays;
import org.filbert.linalg.Matrix;
import org.filbert.shard.ShardState;
import org.filbert.system.equations.ColumnSource;
import org.filbert.system.equations.PerRidge;
import org.filbert.system.equations.Risk;
import org.filbert.system.equations.Shared;
import org.filbert.system.equations.Vector;
import org.filbert.system.equations.VectorPart;
import org.filbert.system.internal.entries.BinRows;
import org.filbert.system.internal.entries.ColumnTasks;
import org.filbert.system.internal.entries.GridColumns;
import org.filbert.workers.Worker;

/**
 * The training rows of a worker that has all of them, for solvers that move one unknown at a time.
 * Unknown j belongs to a bin: column j of Z is {@code scale} in the rows of that bin and 0
 * elsewhere.
 *
 * @param starts number of each grid's first unknown, and D
 * @param layout the columns of u and of the fitted values
 * @param weights of the rows in the loss
 * @param y targets, n × k, row after row
 */
public record Coordinates(
    BinRows bins,
    int[] starts,
    double scale,
    Risk risk,
    PerRidge layout,
    double[] weights,
    double[] y) {
  /** The view of a worker. */
  public static Coordinates of(Worker worker) {
    ColumnSource.Grids source = (ColumnSource.Grids) worker.get(ColumnSource.KEY);
    BinRows bins =
        worker.getOrMake(
            BinRows.KEY,
            () ->
                ((GridColumns) ColumnTasks.rows(worker))
                    .rowsOfBins(worker.get(ShardState.TRAIN).x()));
    return new Coordinates(
        bins,
        source.starts(),
        source.map().scale(),
        Shared.of(worker).settings().risk(),
        PerRidge.of(worker),
        ShardState.weights(worker),
        worker.get(ShardState.TRAIN).y().toArray());
  }

  /** The elements of u, D × columns, row after row. */
  public static double[] elements(Worker worker) {
    return VectorPart.orZero(worker, Vector.U).elements().toArray();
  }

  /** The fitted values of u, n × columns, row after row. */
  public static double[] fitted(Worker worker) {
    return VectorPart.orZero(worker, Vector.U).fitted().toArray();
  }

  /** Replaces the worker's u and its fitted values. */
  public static void put(Worker worker, double[] u, double[] f) {
    VectorPart part = VectorPart.of(worker, Vector.U);
    write(part.elements(), u);
    write(part.fitted(), f);
  }

  private static void write(Matrix matrix, double[] values) {
    matrix.write(0, matrix.rows(), values);
  }

  /** Number D of unknowns. */
  public int count() {
    return starts[starts.length - 1];
  }

  /** Number R of grids. */
  public int grids() {
    return starts.length - 1;
  }

  /** Number of the rows in which column j is not 0. */
  public int rows(int j) {
    int grid = grid(j);
    return bins.count(grid, j - starts[grid]);
  }

  /** Writes the numbers of these rows, ascending, to the start of an array. */
  public void readRows(int j, int[] target) {
    int grid = grid(j);
    bins.read(grid, j - starts[grid], target);
  }

  private int grid(int j) {
    int found = Arrays.binarySearch(starts, j);
    return found >= 0 ? found : -found - 2;
  }
}
