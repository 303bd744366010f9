package org.filbert.data;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.filbert.linalg.Precision;
import org.jspecify.annotations.Nullable;

/**
 * Rows in compressed sparse row form: row i has the values {@code values[starts[i] .. starts[i+1])}
 * in the strictly ascending {@code columns} at the same places.
 */
public final class SparseRows implements Rows {
  private final Precision precision;
  private final int features;
  private final int[] starts;
  private final int[] columns;
  private final double[] values;
  private volatile double @Nullable [] squaredNorms; // threads share broadcast rows

  /** Takes the arrays over; they must not be changed afterwards. */
  public SparseRows(
      Precision precision, int features, int[] starts, int[] columns, double[] values) {
    this.precision = precision;
    this.features = features;
    this.starts = starts;
    this.columns = columns;
    this.values = values;
    for (int i = 0; i + 1 < starts.length; i++) {
      for (int t = starts[i]; t < starts[i + 1]; t++) {
        Objects.checkIndex(columns[t], features);
        if (t > starts[i] && columns[t] <= columns[t - 1]) {
          throw new IllegalArgumentException(
              "row " + i + ": column " + columns[t] + " after column " + columns[t - 1]);
        }
      }
    }
    if (precision == Precision.SINGLE) {
      for (int t = starts[0]; t < starts[count()]; t++) {
        values[t] = (float) values[t];
      }
    }
  }

  /** Some rows of a batch that has been checked and rounded. */
  private SparseRows(SparseRows batch, int[] starts) {
    this.precision = batch.precision;
    this.features = batch.features;
    this.starts = starts;
    this.columns = batch.columns;
    this.values = batch.values;
  }

  @Override
  public SparseRows joined(List<Rows> parts) {
    List<SparseRows> batches = parts.stream().map(SparseRows.class::cast).toList();
    int count = batches.stream().mapToInt(SparseRows::count).reduce(0, Math::addExact);
    int nonZeros = batches.stream().mapToInt(SparseRows::nonZeros).reduce(0, Math::addExact);
    int[] starts = new int[count + 1];
    int[] columns = new int[nonZeros];
    double[] values = new double[nonZeros];
    int row = 0;
    int at = 0;
    for (SparseRows batch : batches) {
      int from = batch.starts[0];
      System.arraycopy(batch.columns, from, columns, at, batch.nonZeros());
      System.arraycopy(batch.values, from, values, at, batch.nonZeros());
      for (int i = 0; i < batch.count(); i++) {
        starts[++row] = at + batch.starts[i + 1] - from;
      }
      at += batch.nonZeros();
    }
    return new SparseRows(precision, features, starts, columns, values);
  }

  /** Position in {@link #column} and {@link #value} at which row i starts; i may be the count. */
  public int start(int i) {
    return starts[i];
  }

  public int column(int at) {
    return columns[at];
  }

  public double value(int at) {
    return values[at];
  }

  /** Number of stored values in this batch. */
  public int nonZeros() {
    return starts[starts.length - 1] - starts[0];
  }

  @Override
  public int count() {
    return starts.length - 1;
  }

  @Override
  public int features() {
    return features;
  }

  @Override
  public Precision precision() {
    return precision;
  }

  @Override
  public long bytes() {
    return (long) starts.length * Integer.BYTES
        + nonZeros() * (long) (Integer.BYTES + Double.BYTES);
  }

  @Override
  public SparseRows slice(int from, int to) {
    Objects.checkFromToIndex(from, to, count());
    return new SparseRows(this, Arrays.copyOfRange(starts, from, to + 1));
  }

  @Override
  public SparseRows select(int[] places) {
    int[] selectedStarts = new int[places.length + 1];
    for (int i = 0; i < places.length; i++) {
      int size = starts[places[i] + 1] - starts[places[i]];
      selectedStarts[i + 1] = Math.addExact(selectedStarts[i], size);
    }
    int[] selectedColumns = new int[selectedStarts[places.length]];
    double[] selectedValues = new double[selectedColumns.length];
    for (int i = 0; i < places.length; i++) {
      int from = starts[places[i]];
      int size = selectedStarts[i + 1] - selectedStarts[i];
      System.arraycopy(columns, from, selectedColumns, selectedStarts[i], size);
      System.arraycopy(values, from, selectedValues, selectedStarts[i], size);
    }
    return new SparseRows(precision, features, selectedStarts, selectedColumns, selectedValues);
  }

  @Override
  public double[] row(int i) {
    double[] row = new double[features];
    for (int t = starts[i]; t < starts[i + 1]; t++) {
      row[columns[t]] = values[t];
    }
    return row;
  }

  @Override
  public double[] squaredNorms() {
    double[] known = squaredNorms;
    if (known == null) {
      known = new double[count()];
      for (int i = 0; i < known.length; i++) {
        for (int t = starts[i]; t < starts[i + 1]; t++) {
          known[i] += values[t] * values[t];
        }
      }
      squaredNorms = known;
    }
    return known;
  }
}
