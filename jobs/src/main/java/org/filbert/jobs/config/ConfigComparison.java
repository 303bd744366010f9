package org.filbert.jobs.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.filbert.jobs.config.yaml.ConfigException;
import org.filbert.jobs.config.yaml.ConfigLeaves;

/**
 * Compares the configuration that a run is resumed with to the one that it began with.
 *
 * @param free keys that may differ, with all below them
 */
public record ConfigComparison(List<String> free) {

  /**
   * Compares.
   *
   * @param begun the run's, as {@link ConfigLoader#toYaml} wrote it
   * @param now likewise
   * @throws ConfigException that names the keys that must not differ, with both values
   */
  public void check(String begun, String now) {
    Map<String, String> before = ConfigLeaves.of(begun);
    Map<String, String> after = ConfigLeaves.of(now);
    List<String> problems = new ArrayList<>();
    Map<String, String> all = new TreeMap<>(before);
    all.putAll(after);
    for (String key : all.keySet()) {
      String was = before.getOrDefault(key, "absent");
      String is = after.getOrDefault(key, "absent");
      if (!was.equals(is) && !isFree(key)) {
        problems.add("%s is %s, the run began with %s".formatted(key, is, was));
      }
    }
    if (!problems.isEmpty()) {
      throw new ConfigException(
          String.join("; ", problems)
              + ": a run that goes on may differ only in "
              + String.join(", ", free));
    }
  }

  private boolean isFree(String key) {
    return free.stream().anyMatch(each -> key.equals(each) || key.startsWith(each + "."));
  }
}
