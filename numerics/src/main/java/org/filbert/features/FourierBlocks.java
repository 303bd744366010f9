package org.filbert.features;

import java.util.Arrays;
import java.util.List;
import org.filbert.data.DenseRows;
import org.filbert.data.Rows;
import org.filbert.data.SparseRows;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;

/**
 * Random Fourier features, strip by strip: the arguments ωᵀx + β of some rows and some groups of
 * columns, cosines and sines of them, and a copy into the block.
 *
 * <p>Implementation note: a BLAS may sum differently at the edge of a matrix. Inner products
 * therefore come group by group, on a fixed grid of rows and columns, so that an element's bits do
 * not depend on the block's.
 */
final class FourierBlocks implements BlockSource {
  private static final int STRIP_ROWS = 256;
  private static final int STRIP_GROUPS = 8;

  /** Bound of a strip's frequencies in bytes, if there is more than one group. */
  private static final long STRIP_BYTES = 64L << 20;

  private final RandomFourier map;
  private final Backend backend;
  private final Precision precision;
  private final Frequencies frequencies;
  private final Sinusoids sinusoids;
  private final int stripGroups;

  /**
   * @param columns number of all columns; the map itself may have fewer
   */
  FourierBlocks(RandomFourier map, int columns, Precision precision, Backend backend, long budget) {
    this.map = map;
    this.backend = backend;
    this.precision = precision;
    this.frequencies = new Frequencies(map, columns / map.columnsPerFrequency(), precision, budget);
    long groupBytes = (long) frequencies.groupSize() * map.inputs() * precision.bytes();
    this.stripGroups = (int) Math.max(1, Math.min(STRIP_GROUPS, STRIP_BYTES / groupBytes));
    int stripColumns = stripGroups * FeatureMap.GROUP;
    this.sinusoids =
        precision == Precision.SINGLE
            ? new SingleSinusoids(STRIP_ROWS, stripColumns, backend.math())
            : new DoubleSinusoids(STRIP_ROWS, stripColumns);
  }

  @Override
  public void fill(Rows rows, int from, int to, Matrix out) {
    if (rows instanceof DenseRows dense && dense.precision() != precision) {
      try (Matrix copy = dense.matrix().copy(precision)) {
        fillStrips(new DenseRows(copy), from, to, out);
      }
    } else {
      fillStrips(rows, from, to, out);
    }
  }

  /** Drops the frequencies of columns {@code from} to {@code to}. */
  void forget(int from, int to) {
    frequencies.forget(from / FeatureMap.GROUP, (to + FeatureMap.GROUP - 1) / FeatureMap.GROUP);
  }

  private void fillStrips(Rows rows, int from, int to, Matrix out) {
    int last = (to + FeatureMap.GROUP - 1) / FeatureMap.GROUP;
    for (int group = from / FeatureMap.GROUP; group < last; group += stripGroups) {
      int next = Math.min(group + stripGroups, last);
      int first = group * FeatureMap.GROUP;
      int start = Math.max(first, from);
      int end = Math.min(next * FeatureMap.GROUP, to);
      fillStrip(
          rows,
          frequencies.groups(group, next),
          start - first,
          out.columns(start - from, end - from));
    }
  }

  /** Fills {@code out} with the columns from {@code skip} on of a strip of groups. */
  private void fillStrip(Rows rows, List<Frequencies.Group> groups, int skip, Matrix out) {
    double[] beta = groups.stream().flatMapToDouble(group -> Arrays.stream(group.beta())).toArray();
    for (int i = 0; i < rows.count(); i += STRIP_ROWS) {
      int next = Math.min(i + STRIP_ROWS, rows.count());
      Rows x = rows.slice(i, next);
      Matrix strip = sinusoids.rows(next - i);
      int column = 0;
      for (Frequencies.Group group : groups) {
        int end = column + group.beta().length;
        multiply(x, group.omega(), strip.columns(column, end));
        column = end;
      }
      sinusoids.transform(next - i, beta, map);
      out.rows(i, next).assign(strip.columns(skip, skip + out.cols()));
    }
  }

  /** arguments ← X·Ωᵀ. */
  private void multiply(Rows x, Matrix omega, Matrix arguments) {
    if (x instanceof DenseRows dense) {
      backend.blas().gemm(false, true, 1, dense.matrix(), omega, 0, arguments);
    } else {
      multiply((SparseRows) x, omega, arguments);
    }
  }

  private void multiply(SparseRows x, Matrix omega, Matrix arguments) {
    double[] frequency = new double[omega.cols()];
    double[] sums = new double[x.count() * omega.rows()];
    for (int j = 0; j < omega.rows(); j++) {
      omega.read(j, j + 1, frequency);
      for (int i = 0; i < x.count(); i++) {
        double sum = 0;
        for (int t = x.start(i); t < x.start(i + 1); t++) {
          sum += x.value(t) * frequency[x.column(t)];
        }
        sums[i * omega.rows() + j] = sum;
      }
    }
    arguments.write(0, x.count(), sums);
    backend.meter().count(2.0 * (x.start(x.count()) - x.start(0)) * omega.rows());
  }

  @Override
  public void close() {
    frequencies.close();
    sinusoids.close();
  }
}
