package org.filbert.jobs.config.yaml;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.OptionalInt;

/** A whole number above 0, or {@code auto}: empty, for whoever uses it to choose. */
@JsonClassDescription(Count.ALLOWED)
public record Count(OptionalInt value) {
  static final String ALLOWED = "a whole number above 0, or auto";

  public Count {
    if (value.isPresent() && value.getAsInt() < 1) {
      throw new IllegalArgumentException("must be " + ALLOWED + ", found " + value.getAsInt());
    }
  }

  @JsonCreator
  static Count of(int value) {
    return new Count(OptionalInt.of(value));
  }

  @JsonCreator
  static Count parse(String text) {
    if (!text.equals("auto")) {
      throw new IllegalArgumentException("must be " + ALLOWED + ", found '" + text + "'");
    }
    return new Count(OptionalInt.empty());
  }

  public int orElse(int automatic) {
    return value.orElse(automatic);
  }

  @JsonValue
  Object json() {
    return value.isPresent() ? (Object) value.getAsInt() : "auto";
  }
}
