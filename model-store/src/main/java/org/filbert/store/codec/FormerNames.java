package org.filbert.store.codec;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.filbert.data.FormerName;

/**
 * The names that states of earlier versions have for a class: those that it says itself, and those
 * of the packages that it was in.
 */
final class FormerNames {
  /** The package that all others are in. */
  private static final String ROOT = "org.filbert.";

  /** What classes and packages were called that have moved elsewhere than into a package below. */
  private static final Map<String, String> MOVED =
      Map.of(
          "org.filbert.online.batch.", "org.filbert.train.",
          "org.filbert.data.Outputs", "org.filbert.model.Outputs",
          "org.filbert.data.TargetTransform", "org.filbert.model.TargetTransform",
          "org.filbert.calibration.Margins", "org.filbert.model.Margins");

  private FormerNames() {}

  /** Binary names, which another class may have by now. */
  static Set<String> of(Class<?> type) {
    Set<String> names = new LinkedHashSet<>();
    FormerName own = type.getAnnotation(FormerName.class);
    if (own != null) {
      names.addAll(Set.of(own.value()));
    }
    String name = type.getName();
    MOVED.forEach(
        (now, before) -> {
          if (name.startsWith(now)) {
            names.add(before + name.substring(now.length()));
          }
        });
    String around = type.getPackageName();
    while (around.startsWith(ROOT) && around.lastIndexOf('.') >= ROOT.length()) {
      around = around.substring(0, around.lastIndexOf('.'));
      names.add(around + name.substring(type.getPackageName().length()));
    }
    return names;
  }
}
