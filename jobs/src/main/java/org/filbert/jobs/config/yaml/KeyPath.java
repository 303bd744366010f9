package org.filbert.jobs.config.yaml;

import com.fasterxml.jackson.databind.JsonMappingException.Reference;
import java.util.ArrayList;
import java.util.List;
import org.filbert.data.Excerpt;

/** The keys (and list indices) that lead from the root of a configuration to a value. */
public record KeyPath(List<String> keys) {
  /** As deep as sections in a file can be. */
  private static final int MOST_KEYS = 50;

  public static final KeyPath ROOT = new KeyPath(List.of());

  public KeyPath {
    keys = List.copyOf(keys);
  }

  /** Reads {@code data.train.path} or {@code inputs.0.path}. */
  public static KeyPath parse(String dotted) {
    List<String> keys = List.of(dotted.split("\\.", -1));
    if (keys.stream().anyMatch(String::isBlank)) {
      throw new IllegalArgumentException("'" + Excerpt.of(dotted) + "' has an empty key");
    }
    if (keys.size() > MOST_KEYS) {
      throw new IllegalArgumentException(
          "the path has " + keys.size() + " keys, must be at most " + MOST_KEYS);
    }
    return new KeyPath(keys);
  }

  static KeyPath of(List<Reference> references) {
    return new KeyPath(
        references.stream()
            .map(
                reference ->
                    reference.getFieldName() != null
                        ? reference.getFieldName()
                        : String.valueOf(reference.getIndex()))
            .toList());
  }

  boolean isRoot() {
    return keys.isEmpty();
  }

  String last() {
    return keys.get(keys.size() - 1);
  }

  public KeyPath parent() {
    return new KeyPath(keys.subList(0, keys.size() - 1));
  }

  KeyPath child(String key) {
    List<String> longer = new ArrayList<>(keys);
    longer.add(key);
    return new KeyPath(longer);
  }

  boolean startsWith(KeyPath prefix) {
    return keys.size() >= prefix.keys.size()
        && keys.subList(0, prefix.keys.size()).equals(prefix.keys);
  }

  @Override
  public String toString() {
    return String.join(".", keys);
  }
}
