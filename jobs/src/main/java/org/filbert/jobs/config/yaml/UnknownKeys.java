package org.filbert.jobs.config.yaml;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.deser.SettableBeanProperty;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;

/**
 * Finds keys that no record has. A mistyped key is often also a missing one, of which the records
 * complain first.
 */
record UnknownKeys(Sections sections) {
  /** A key that is unknown, and those that are known in its place. */
  record Found(KeyPath path, Collection<String> allowed) {}

  /** The first in the order of the configuration. */
  Optional<Found> first(KeyPath path, JsonNode value, JavaType type) {
    if (type.isReferenceType()) {
      return first(path, value, type.getReferencedType());
    }
    if (type.isContainerType()) {
      return inContainer(path, value, type.getContentType());
    }
    Map<String, JavaType> choices = sections.choices(type);
    if (!choices.isEmpty()) {
      JavaType chosen = choices.get(value.path(sections.choiceKey(type)).asText());
      return chosen == null ? Optional.empty() : inSection(path, value, chosen);
    }
    return inSection(path, value, type);
  }

  private Optional<Found> inContainer(KeyPath path, JsonNode values, JavaType content) {
    if (values.isArray()) {
      for (int i = 0; i < values.size(); i++) {
        Optional<Found> found = first(path.child(String.valueOf(i)), values.get(i), content);
        if (found.isPresent()) {
          return found;
        }
      }
    }
    for (Iterator<String> names = values.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      Optional<Found> found = first(path.child(name), values.path(name), content);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private Optional<Found> inSection(KeyPath path, JsonNode section, JavaType type) {
    Map<String, SettableBeanProperty> keys = sections.keys(type);
    if (keys.isEmpty()) {
      return Optional.empty();
    }
    for (Iterator<String> names = section.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      SettableBeanProperty key = keys.get(name);
      if (key != null) {
        Optional<Found> below = first(path.child(name), section.path(name), key.getType());
        if (below.isPresent()) {
          return below;
        }
      } else if (!name.equals(Sections.TYPE)) {
        return Optional.of(new Found(path.child(name), keys.keySet()));
      }
    }
    return Optional.empty();
  }
}
