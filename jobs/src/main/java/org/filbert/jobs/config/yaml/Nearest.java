package org.filbert.jobs.config.yaml;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds what somebody who mistyped a word most likely meant. */
final class Nearest {
  private static final int LONGEST = 100;

  private Nearest() {}

  /** {@code " (did you mean 'x'?)"}, or nothing if no candidate is near. */
  static String suggestion(String word, Collection<String> candidates) {
    if (word.length() > LONGEST) {
      return "";
    }
    return candidates.stream()
        .filter(candidate -> abbreviates(word, candidate))
        .min(Comparator.comparingInt(String::length))
        .or(() -> nearest(word, candidates))
        .map(candidate -> " (did you mean '" + candidate + "'?)")
        .orElse("");
  }

  /** Whether a word begins and ends like another, with less in between. */
  private static boolean abbreviates(String word, String whole) {
    int dash = word.indexOf('-');
    return dash > 0
        && whole.startsWith(word.substring(0, dash + 1))
        && whole.endsWith(word.substring(dash));
  }

  private static Optional<String> nearest(String word, Collection<String> candidates) {
    return candidates.stream()
        .min(Comparator.comparingInt(candidate -> distance(word, candidate)))
        .filter(candidate -> distance(word, candidate) <= Math.max(1, candidate.length() / 2));
  }

  /** Levenshtein's distance: insertions, deletions and substitutions from a to b, ignoring case. */
  private static int distance(String a, String b) {
    int[] previous = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] current = new int[b.length() + 1];
      current[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        boolean same =
            Character.toLowerCase(a.charAt(i - 1)) == Character.toLowerCase(b.charAt(j - 1));
        int substituted = previous[j - 1] + (same ? 0 : 1);
        current[j] = Math.min(substituted, 1 + Math.min(previous[j], current[j - 1]));
      }
      previous = current;
    }
    return previous[b.length()];
  }
}
