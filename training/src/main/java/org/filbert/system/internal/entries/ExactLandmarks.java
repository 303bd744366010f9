package org.filbert.system.internal.entries;

import java.util.Arrays;
import java.util.BitSet;
import org.filbert.data.Rows;
import org.filbert.kernel.KernelBlocks;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.system.equations.Shared;

/**
 * Kernel columns of landmarks in floats, but for the landmarks' own rows: K_JJ is in double. Its
 * products are also those of the penalty, which has to be positive definite, and rounded to floats
 * it is not.
 */
final class ExactLandmarks implements ColumnRows {
  /** Number of the sample that contains the landmarks. */
  private static final int TRAIN = 0;

  private final DenseColumns columns;
  private final Rows landmarks;
  private final Rows own;
  private final int[] places;
  private final BitSet exact = new BitSet();
  private final Shared shared;
  private final KernelBlocks kernel;

  /**
   * Takes over the columns.
   *
   * @param landmarks in the order of the blocks
   * @param train rows of the worker
   * @param places of the landmarks among these
   */
  ExactLandmarks(
      DenseColumns columns,
      Rows landmarks,
      Rows train,
      int[] places,
      Shared shared,
      Backend backend) {
    this.columns = columns;
    this.landmarks = landmarks;
    this.own = train.select(places);
    this.places = places;
    this.shared = shared;
    this.kernel = new KernelBlocks(shared.settings().kernel(), Precision.DOUBLE, backend);
    for (int place : places) {
      exact.set(place);
    }
  }

  @Override
  public void project(int number, Rows rows, int[] blocks, RowValues y, Matrix out) {
    if (number != TRAIN) {
      columns.project(number, rows, blocks, y, out);
      return;
    }
    columns.project(number, rows, blocks, others(y, out.cols()), out);
    projectOwn(blocks, y, out);
  }

  @Override
  public void expand(int number, Rows rows, int[] blocks, Matrix d, Matrix out) {
    if (number != TRAIN) {
      columns.expand(number, rows, blocks, d, out);
      return;
    }
    try (Matrix before = atPlaces(out)) {
      columns.expand(number, rows, blocks, d, out);
      expandOwn(blocks, d, before, out);
    }
  }

  @Override
  public void image(
      int number, Rows rows, int[] blocks, Matrix v, Matrix fitted, RowValues y, Matrix out) {
    if (number != TRAIN) {
      columns.image(number, rows, blocks, v, fitted, y, out);
      return;
    }
    try (Matrix before = atPlaces(fitted)) {
      columns.image(number, rows, blocks, v, fitted, others(y, out.cols()), out);
      expandOwn(blocks, v, before, fitted);
    }
    projectOwn(blocks, y, out);
  }

  /** The values of all rows but the landmarks'. */
  private RowValues others(RowValues y, int columnCount) {
    return (from, to, target) -> {
      y.read(from, to, target);
      for (int i = exact.nextSetBit(from); i >= 0 && i < to; i = exact.nextSetBit(i + 1)) {
        int at = (i - from) * columnCount;
        Arrays.fill(target, at, at + columnCount, 0);
      }
    };
  }

  private Matrix atPlaces(Matrix all) {
    Matrix some = Matrix.zeros(Precision.DOUBLE, places.length, all.cols());
    for (int i = 0; i < places.length; i++) {
      some.rows(i, i + 1).assign(all.rows(places[i], places[i] + 1));
    }
    return some;
  }

  /** The landmarks' rows of out ← those before + K_JB·d. */
  private void expandOwn(int[] blocks, Matrix d, Matrix before, Matrix out) {
    int at = 0;
    for (int block : blocks) {
      Rows columnsOfBlock = rows(block);
      kernel.multiply(own, columnsOfBlock, d.rows(at, at + columnsOfBlock.count()), before);
      at += columnsOfBlock.count();
    }
    for (int i = 0; i < places.length; i++) {
      out.rows(places[i], places[i] + 1).assign(before.rows(i, i + 1));
    }
  }

  /** out += K_BJ·y of the landmarks' rows. */
  private void projectOwn(int[] blocks, RowValues y, Matrix out) {
    double[] values = new double[places.length * out.cols()];
    double[] row = new double[out.cols()];
    for (int i = 0; i < places.length; i++) {
      y.read(places[i], places[i] + 1, row);
      System.arraycopy(row, 0, values, i * row.length, row.length);
    }
    int at = 0;
    try (Matrix right = Matrix.of(Precision.DOUBLE, places.length, out.cols(), values)) {
      for (int block : blocks) {
        Rows rowsOfBlock = rows(block);
        kernel.multiply(rowsOfBlock, own, right, out.rows(at, at + rowsOfBlock.count()));
        at += rowsOfBlock.count();
      }
    }
  }

  private Rows rows(int block) {
    int from = block * shared.settings().blockSize();
    return landmarks.slice(from, from + shared.blocks().size(block));
  }

  @Override
  public void close() {
    columns.close();
    kernel.close();
  }
}
