package org.filbert.store;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Result of checking a version's files. */
public record Verification(ModelVersion version, List<Check> checks) {
  /**
   * A checked file.
   *
   * @param problem null unless the file is missing, damaged or of another size
   */
  public record Check(String file, @Nullable String problem) {}

  public Verification {
    checks = List.copyOf(checks);
  }

  /** Names of the checked files. */
  public List<String> files() {
    return checks.stream().map(Check::file).toList();
  }

  public List<String> problems() {
    return checks.stream().map(Check::problem).filter(Objects::nonNull).toList();
  }

  public boolean ok() {
    return problems().isEmpty();
  }
}
