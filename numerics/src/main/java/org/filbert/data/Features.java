package org.filbert.data;

import java.util.Arrays;

/** The raw features of one record, before preprocessing. Values are finite. */
public sealed interface Features {
  /** All d values. */
  record Dense(double[] values) implements Features {}

  /** Values at strictly ascending 0-based indices; all others are zero. */
  record Sparse(int[] indices, double[] values) implements Features {}

  /** A document, whose features preprocessing finds. */
  record Text(String document) implements Features {}

  /** The value of a feature, from 0; a document has none. */
  default double value(int feature) {
    if (this instanceof Dense dense) {
      return dense.values()[feature];
    }
    Sparse sparse = (Sparse) this;
    int place = Arrays.binarySearch(sparse.indices(), feature);
    return place < 0 ? 0 : sparse.values()[place];
  }

  /** Smallest d that holds this record; 0 for a document. */
  default int width() {
    if (this instanceof Text) {
      return 0;
    }
    if (this instanceof Sparse sparse) {
      int[] indices = sparse.indices();
      return indices.length == 0 ? 0 : indices[indices.length - 1] + 1;
    }
    return ((Dense) this).values().length;
  }
}
