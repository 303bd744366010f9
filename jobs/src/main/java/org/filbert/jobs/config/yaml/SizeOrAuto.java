package org.filbert.jobs.config.yaml;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Optional;

/** An amount of memory, or {@code auto}: empty, what the machine has. */
@JsonClassDescription(SizeOrAuto.ALLOWED)
public record SizeOrAuto(Optional<ByteSize> size) {
  public static final String ALLOWED = "a size such as 512m or 4g, or auto";

  @JsonCreator
  public static SizeOrAuto of(long bytes) {
    return new SizeOrAuto(Optional.of(ByteSize.of(bytes)));
  }

  @JsonCreator
  static SizeOrAuto parse(String text) {
    return new SizeOrAuto(
        text.equals("auto") ? Optional.empty() : Optional.of(ByteSize.parse(text, ALLOWED)));
  }

  /** Bytes, or what stands for {@code auto}. */
  public long bytesOr(long auto) {
    return size.map(ByteSize::bytes).orElse(auto);
  }

  @JsonValue
  String json() {
    return size.map(ByteSize::toString).orElse("auto");
  }
}
