package org.filbert.store;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a check of a version's files found. */
public record Verification(ModelVersion version, List<Check> checks) {
  /**
   * One file.
   *
   * @param problem what is wrong if it is missing, damaged or of another size
   */
  public record Check(String file, @Nullable String problem) {}

  public Verification {
    checks = List.copyOf(checks);
  }

  /** Names of the files that were checked. */
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
