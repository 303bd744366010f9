package org.filbert.it.fuzz;

import org.jspecify.annotations.Nullable;

/** The entry point for Jazzer: runs the target of {@code -Djazzer.target} in one thread. */
public final class CoverageTarget {
  private static @Nullable Target target;
  private static Target.@Nullable Reader reader;

  private CoverageTarget() {}

  static Target byName(String name) {
    return FuzzTest.targets().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "found no target '%s', there are %s"
                        .formatted(name, FuzzTest.targets().stream().map(Target::name).toList())));
  }

  /** Is called once. */
  public static void fuzzerInitialize() throws Exception {
    target = byName(System.getProperty("jazzer.target", ""));
    reader = target.open();
  }

  /** Is called with every input; whatever it throws is a finding. */
  public static void fuzzerTestOneInput(byte[] input) throws Exception {
    Object result = null;
    try {
      result = reader.read(input);
    } catch (Exception e) {
      if (!target.documents(e)) {
        throw e;
      }
    }
    reader.check(input, result);
  }
}
