package org.filbert.jobs.config.yaml;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * One number above 0, several to choose from in ascending order, or {@code auto}.
 *
 * @param values none for {@code auto}
 */
@JsonClassDescription(AscendingOrAuto.ALLOWED)
public record AscendingOrAuto(List<Double> values) {
  static final String ALLOWED = Ascending.ALLOWED + ", or auto";

  public AscendingOrAuto {
    values = List.copyOf(values);
  }

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static AscendingOrAuto of(JsonNode node) {
    return new AscendingOrAuto(
        node.isTextual() && node.asText().equals(Automatic.AUTO)
            ? List.of()
            : Ascending.numbers(node, ALLOWED));
  }

  public boolean isAuto() {
    return values.isEmpty();
  }

  @JsonValue
  Object json() {
    return isAuto() ? Automatic.AUTO : values.size() == 1 ? values.get(0) : values;
  }
}
