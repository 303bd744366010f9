package org.filbert.operators.online;

import org.filbert.connectors.stream.RowRule;
import org.filbert.data.Features;
import org.filbert.data.Target;

/** Brings the records of a stream into the model's form. */
public record RowAdapter(FeatureAdapter adapter, LabelRule labels) implements RowRule {
  @Override
  public Features features(Features found) {
    return adapter.apply(found);
  }

  @Override
  public Target target(Target found) {
    return labels.apply(found);
  }
}
