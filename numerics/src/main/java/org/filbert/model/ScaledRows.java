package org.filbert.model;

import java.util.List;
import org.filbert.data.DenseRows;
import org.filbert.data.Features;
import org.filbert.data.Rows;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;

/**
 * Makes dense rows, and scales them.
 *
 * @param encoder that makes the rows
 */
public record ScaledRows(RowEncoder encoder, RobustScaling scaling) implements RowEncoder {
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
  public int features() {
    return encoder.features();
  }

  @Override
  public boolean sparse() {
    return false;
  }

  @Override
  public Precision precision() {
    return encoder.precision();
  }

  @Override
  public Rows apply(List<Features> records) {
    return scaled(encoder.apply(records));
  }

  @Override
  public Rows continued(Rows ofRecords) {
    return scaled(encoder.continued(ofRecords));
  }

  private Rows scaled(Rows rows) {
    Matrix scaled = Matrix.zeros(precision(), rows.count(), features());
    for (int i = 0; i < rows.count(); i++) {
      scaled.write(i, i + 1, scaling.apply(rows.row(i)));
    }
    return new DenseRows(scaled);
  }

  @Override
  public void check(Features record) {
    encoder.check(record);
  }

  @Override
  public RowEncoder ofRecords() {
    return encoder.ofRecords();
  }
}
