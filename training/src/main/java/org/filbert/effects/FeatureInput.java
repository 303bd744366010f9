package org.filbert.effects;

import java.util.Arrays;
import java.util.List;
import org.filbert.data.Features;

/**
 * A feature of dense records.
 *
 * @param from its place
 */
record FeatureInput(String name, int from) implements VariedInput {
  @Override
  public int to() {
    return from + 1;
  }

  @Override
  public Effect.Kind kind() {
    return Effect.Kind.NUMBER;
  }

  @Override
  public List<Level> levels(List<Features> records) {
    return Arrays.stream(
            NumberGrid.of(records.stream().mapToDouble(record -> record.value(from)).toArray()))
        .mapToObj(
            value ->
                new Level(
                    new Effect.Value(Double.toString(value), value),
                    record -> replaced((Features.Dense) record, value)))
        .toList();
  }

  private Features replaced(Features.Dense record, double value) {
    double[] values = record.values().clone();
    values[from] = value;
    return new Features.Dense(values);
  }
}
