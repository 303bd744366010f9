package org.filbert.operators.online;

import org.filbert.connectors.stream.Arrival;
import org.filbert.connectors.stream.RowRule;

/** Brings the rows of a stream into the form that the model takes. */
public record RowFit(FeatureFit features, LabelRule labels) implements RowRule {
  @Override
  public Arrival.Row apply(Arrival.Row row) {
    return new Arrival.Row(
        row.origin(),
        row.id(),
        features.apply(row.features()),
        row.target() == null ? null : labels.apply(row.target()));
  }
}
