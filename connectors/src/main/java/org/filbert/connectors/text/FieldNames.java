package org.filbert.connectors.text;

import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks of the names of columns and fields in a format. */
final class FieldNames {
  private FieldNames() {}

  static void requireTargets(List<String> targets, @Nullable String label, List<String> features) {
    if (label != null && !targets.isEmpty()) {
      throw new IllegalArgumentException(
          "targets: found beside label " + label + ", allowed one of the two");
    }
    requireDistinct("targets", targets);
    for (String target : targets) {
      if (features.contains(target)) {
        throw new IllegalArgumentException(
            "targets: found the feature " + target + ", allowed other places");
      }
    }
  }

  static void requireTextAlone(String text, @Nullable String label, boolean others, String key) {
    if (others) {
      throw new IllegalArgumentException(
          key + ": found beside text, allowed one of both: a record is numbers or a document");
    }
    if (text.equals(label)) {
      throw new IllegalArgumentException(
          "text: found the label " + label + ", allowed another place");
    }
  }

  static void requireDistinct(String key, List<String> names) {
    HashSet<String> seen = new HashSet<>();
    for (String name : names) {
      if (!seen.add(name)) {
        throw new IllegalArgumentException(
            key + ": found \"" + name + "\" twice, allowed each name once");
      }
    }
  }
}
