package org.filbert.model;

import org.filbert.data.DenseRows;
import org.filbert.data.Rows;
import org.filbert.linalg.Matrix;

/**
 * Makes dense rows, and scales them.
 *
 * @param encoder that makes the rows
 */
public record ScaledRows(RowEncoder encoder, RobustScaling scaling) implements DenseStep {
  public ScaledRows {
    if (encoder.sparse() || encoder.features() != scaling.centre().length) {
      throw new IllegalArgumentException(
          "found a scaling of %s features for %s rows of %s, allowed dense rows of as many"
              .formatted(
                  scaling.centre().length,
                  encoder.sparse() ? "sparse" : "dense",
                  encoder.features()));
    }
  }

  @Override
  public Rows mapped(Rows rows) {
    Matrix scaled = Matrix.zeros(precision(), rows.count(), features());
    for (int i = 0; i < rows.count(); i++) {
      scaled.write(i, i + 1, scaling.apply(rows.row(i)));
    }
    return new DenseRows(scaled);
  }
}
