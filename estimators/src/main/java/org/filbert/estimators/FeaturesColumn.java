package org.filbert.estimators;

import java.util.Arrays;
import org.apache.flink.ml.linalg.DenseVector;
import org.apache.flink.ml.linalg.SparseVector;
import org.apache.flink.types.Row;
import org.filbert.data.Features;

/** A column of Flink ML's dense or sparse vectors. */
record FeaturesColumn(String name) implements RowFeatures {

  /** {@inheritDoc} These are a vector of finite values. */
  @Override
  public Features of(Row row) {
    Object value = row.getField(name);
    if (value instanceof SparseVector sparse) {
      requireFinite(sparse.values);
      return sparse(sparse);
    }
    if (value instanceof DenseVector dense) {
      requireFinite(dense.values);
      return new Features.Dense(dense.values);
    }
    throw new IllegalArgumentException(
        "column '%s' holds %s, must be a DenseVector or a SparseVector"
            .formatted(name, value == null ? "null" : "a " + value.getClass().getSimpleName()));
  }

  /** Adds a zero in the last place, so that the record is as wide as the vector. */
  private static Features.Sparse sparse(SparseVector vector) {
    int count = vector.indices.length;
    if (vector.n == 0 || (count > 0 && vector.indices[count - 1] == vector.n - 1)) {
      return new Features.Sparse(vector.indices, vector.values);
    }
    int[] indices = Arrays.copyOf(vector.indices, count + 1);
    indices[count] = vector.n - 1;
    return new Features.Sparse(indices, Arrays.copyOf(vector.values, count + 1));
  }

  private void requireFinite(double[] values) {
    for (double value : values) {
      if (!Double.isFinite(value)) {
        throw new IllegalArgumentException(
            "column '" + name + "' holds " + value + ", must be finite numbers");
      }
    }
  }
}
