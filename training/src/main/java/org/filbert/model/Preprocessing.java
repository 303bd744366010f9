package org.filbert.model;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.filbert.data.DenseRows;
import org.filbert.data.Features;
import org.filbert.data.RefusedException;
import org.filbert.data.Rows;
import org.filbert.data.SparseRows;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;

/**
 * The affine map x'_j = (x_j - offset_j)·scale_j that every input goes through, fitted on the
 * training data and kept with the model. No offsets stand for offsets of 0, no scales for scales of
 * 1, one scale for the same scale of all features; sparse rows have no offsets, since these would
 * fill them up.
 *
 * <p>The arithmetic is in double; the result is rounded to {@code precision} at the end, so that
 * inputs far from the origin lose nothing before they are centred.
 */
public record Preprocessing(
    int features, boolean sparse, Precision precision, double[] offset, double[] scale)
    implements RowEncoder, Serializable {
  /** Features of a dense row of 256 MiB. */
  private static final int MAX_DENSE = 1 << 25;

  public Preprocessing {
    if ((offset.length != 0 && offset.length != features)
        || (scale.length > 1 && scale.length != features)) {
      throw new IllegalArgumentException(
          offset.length + " offsets and " + scale.length + " scales for " + features + " features");
    }
    if (features < 1 || (!sparse && features > MAX_DENSE)) {
      throw new RefusedException(
          "found %s rows of %s features, allowed 1 to %s"
              .formatted(
                  sparse ? "sparse" : "dense", features, sparse ? Integer.MAX_VALUE : MAX_DENSE));
    }
    if (sparse && offset.length > 0) {
      throw new IllegalArgumentException("sparse rows cannot be moved by an offset");
    }
  }

  @Override
  public Rows apply(List<Features> records) {
    return sparse ? sparse(records) : dense(records);
  }

  private DenseRows dense(List<Features> records) {
    Matrix matrix = Matrix.zeros(precision, records.size(), features);
    double[] row = new double[features];
    for (int i = 0; i < records.size(); i++) {
      scatter(records.get(i), row);
      for (int j = 0; j < offset.length; j++) {
        row[j] -= offset[j];
      }
      if (scale.length > 0) {
        for (int j = 0; j < features; j++) {
          row[j] *= scaleOf(j);
        }
      }
      matrix.write(i, i + 1, row);
    }
    return new DenseRows(matrix);
  }

  private void scatter(Features record, double[] row) {
    check(record);
    if (record instanceof Features.Dense dense) {
      System.arraycopy(dense.values(), 0, row, 0, features);
    } else if (record instanceof Features.Sparse sparseRecord) {
      Arrays.fill(row, 0);
      for (int t = 0; t < sparseRecord.indices().length; t++) {
        row[sparseRecord.indices()[t]] = sparseRecord.values()[t];
      }
    }
  }

  private SparseRows sparse(List<Features> records) {
    int[] starts = new int[records.size() + 1];
    for (int i = 0; i < records.size(); i++) {
      check(records.get(i));
      starts[i + 1] = Math.addExact(starts[i], asSparse(records.get(i)).indices().length);
    }
    int[] columns = new int[starts[records.size()]];
    double[] values = new double[columns.length];
    for (int i = 0; i < records.size(); i++) {
      Features.Sparse record = asSparse(records.get(i));
      int count = record.indices().length;
      System.arraycopy(record.indices(), 0, columns, starts[i], count);
      System.arraycopy(record.values(), 0, values, starts[i], count);
    }
    if (scale.length > 0) {
      for (int t = 0; t < values.length; t++) {
        values[t] *= scaleOf(columns[t]);
      }
    }
    return new SparseRows(precision, features, starts, columns, values);
  }

  /** The factor of feature j. */
  public double scaleOf(int j) {
    return scale.length == 0 ? 1 : scale[scale.length == 1 ? 0 : j];
  }

  /** The same with other offsets. */
  public Preprocessing movedBy(double[] newOffset) {
    return new Preprocessing(features, sparse, precision, newOffset, scale);
  }

  private static Features.Sparse asSparse(Features record) {
    if (record instanceof Features.Sparse sparse) {
      return sparse;
    }
    double[] all = ((Features.Dense) record).values();
    int[] indices = IntStream.range(0, all.length).filter(j -> all[j] != 0).toArray();
    double[] values = IntStream.of(indices).mapToDouble(j -> all[j]).toArray();
    return new Features.Sparse(indices, values);
  }

  @Override
  public void check(Features record) {
    if (record instanceof Features.Text) {
      throw new IllegalArgumentException("found text, the model was trained on numbers");
    }
    int width = record.width();
    if (record instanceof Features.Dense ? width != features : width > features) {
      String found = "found " + width + " features, the model was trained on " + features;
      throw new IllegalArgumentException(
          record instanceof Features.Sparse
              ? found
                  + "; fewer are allowed, and as many if the format of the training data has"
                  + " features: "
                  + width
              : found);
    }
  }
}
