package org.filbert.features;

import java.util.Arrays;
import org.apache.commons.codec.digest.MurmurHash3;
import org.filbert.data.Rows;
import org.filbert.data.SparseRows;
import org.filbert.linalg.Precision;

/** Feature hashing of a batch of rows: where each input goes, and the sums of each column. */
final class HashedRows {
  private final int outputs;
  private final Rows rows;
  private final int indexSeed;
  private final int signSeed;
  private final RowValues row = new RowValues();
  private final byte[] key = new byte[Integer.BYTES];

  /** One row's values, and their columns (upper half) with the places of the values. */
  private double[] values = new double[16];

  private long[] places = new long[16];
  private int size;

  HashedRows(int outputs, int indexSeed, int signSeed, Rows rows) {
    this.outputs = outputs;
    this.indexSeed = indexSeed;
    this.signSeed = signSeed;
    this.rows = rows;
  }

  SparseRows toSparse(Precision precision) {
    int[] starts = new int[rows.count() + 1];
    int[] columns = new int[16];
    double[] sums = new double[16];
    int at = 0;
    for (int i = 0; i < rows.count(); i++) {
      read(i);
      Arrays.sort(places, 0, size);
      int first = at;
      for (int t = 0; t < size; t++) {
        int column = (int) (places[t] >>> 32);
        double value = values[(int) places[t]];
        if (at > first && columns[at - 1] == column) {
          sums[at - 1] += value;
          continue;
        }
        if (at == columns.length) {
          columns = Arrays.copyOf(columns, 2 * at);
          sums = Arrays.copyOf(sums, 2 * at);
        }
        columns[at] = column;
        sums[at++] = value;
      }
      starts[i + 1] = at;
    }
    return new SparseRows(
        precision, outputs, starts, Arrays.copyOf(columns, at), Arrays.copyOf(sums, at));
  }

  private void read(int i) {
    size = 0;
    row.read(rows, i, 1, 0);
    for (int t = 0; t < row.size(); t++) {
      add(row.column(t), row.value(t));
    }
  }

  private void add(int feature, double value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, 2 * size);
      places = Arrays.copyOf(places, 2 * size);
    }
    for (int b = 0; b < key.length; b++) {
      key[b] = (byte) (feature >>> (8 * b));
    }
    long hash = Integer.toUnsignedLong(MurmurHash3.hash32x86(key, 0, key.length, indexSeed));
    long column = (hash * outputs) >>> 32;
    boolean negative = MurmurHash3.hash32x86(key, 0, key.length, signSeed) < 0;
    places[size] = (column << 32) | size;
    values[size++] = negative ? -value : value;
  }
}
