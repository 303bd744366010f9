package org.filbert.features;

import java.util.Arrays;
import org.filbert.data.Rows;
import org.filbert.data.SparseRows;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.jspecify.annotations.Nullable;

/** Dense blocks of hashed rows. The hashed form of the last batch is kept for its next block. */
final class HashingBlocks implements BlockSource {
  private final Hashing map;
  private @Nullable Rows batch;
  private @Nullable SparseRows hashed;

  HashingBlocks(Hashing map) {
    this.map = map;
  }

  @Override
  public void fill(Rows rows, int from, int to, Matrix out) {
    SparseRows z = hashed(rows);
    double[] row = new double[to - from];
    for (int i = 0; i < z.count(); i++) {
      Arrays.fill(row, 0);
      for (int t = z.start(i); t < z.start(i + 1); t++) {
        if (z.column(t) >= from && z.column(t) < to) {
          row[z.column(t) - from] = z.value(t);
        }
      }
      out.write(i, i + 1, row);
    }
  }

  private SparseRows hashed(Rows rows) {
    SparseRows known = hashed;
    if (known == null || batch != rows) {
      known = map.apply(rows, Precision.DOUBLE);
      hashed = known;
      batch = rows;
    }
    return known;
  }

  @Override
  public void close() {
    batch = null;
    hashed = null;
  }
}
