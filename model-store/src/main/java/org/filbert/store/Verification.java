package org.filbert.store;

import java.util.List;

/**
 * What a check of a version's files found.
 *
 * @param files that were checked
 * @param problems one message for each file that is missing, damaged or of another size
 */
public record Verification(ModelVersion version, List<String> files, List<String> problems) {
  public Verification {
    files = List.copyOf(files);
    problems = List.copyOf(problems);
  }

  public boolean ok() {
    return problems.isEmpty();
  }
}
