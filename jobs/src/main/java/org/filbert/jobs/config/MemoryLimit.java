package org.filbert.jobs.config;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Optional;

/** An upper limit of memory, or {@code auto}: empty, what the machine has. */
@JsonClassDescription(MemoryLimit.ALLOWED)
public record MemoryLimit(Optional<ByteSize> size) {
  static final String ALLOWED = "a size such as 512m or 4g, or auto";

  public MemoryLimit {
    if (size.isPresent() && size.get().bytes() == 0) {
      throw new IllegalArgumentException("must be " + ALLOWED + ", found 0");
    }
  }

  @JsonCreator
  static MemoryLimit of(long bytes) {
    return new MemoryLimit(Optional.of(ByteSize.of(bytes)));
  }

  @JsonCreator
  static MemoryLimit parse(String text) {
    return new MemoryLimit(
        text.equals("auto") ? Optional.empty() : Optional.of(ByteSize.parse(text)));
  }

  @JsonValue
  String json() {
    return size.map(ByteSize::toString).orElse("auto");
  }
}
