package org.filbert.jobs.config.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.Map;

/**
 * The values of a configuration, each with its origin: a file and line, or a {@code --set}
 * argument.
 */
public final class ConfigDocument {
  private final ObjectNode root;
  private final Map<KeyPath, String> origins;

  public ConfigDocument(ObjectNode root, Map<KeyPath, String> origins) {
    this.root = root;
    this.origins = new HashMap<>(origins);
  }

  public ObjectNode root() {
    return root;
  }

  /** The value at a path; a missing node where there is none. */
  public JsonNode at(KeyPath path) {
    JsonNode node = root;
    for (String key : path.keys()) {
      node = node.isArray() && isIndex(key) ? node.path(Integer.parseInt(key)) : node.path(key);
    }
    return node;
  }

  /** Where the value at a path comes from; for a missing one, where its section does. */
  String origin(KeyPath path) {
    String origin = origins.get(path);
    return origin != null || path.isRoot() ? String.valueOf(origin) : origin(path.parent());
  }

  /** What is wrong with a value, with its origin. */
  public ConfigException problem(KeyPath path, String problem) {
    return new ConfigException(origin(path), path, problem);
  }

  /** Sets a value, making the sections above it; a null value removes the key. */
  public void set(KeyPath path, JsonNode value, String origin) {
    JsonNode section = root;
    KeyPath at = KeyPath.ROOT;
    for (String key : path.parent().keys()) {
      at = at.child(key);
      if (section instanceof ObjectNode object && !object.has(key)) {
        object.putObject(key);
        origins.put(at, origin);
      }
      section = at(at);
    }
    if (section instanceof ObjectNode object) {
      if (value.isNull()) {
        object.remove(path.last());
      } else {
        object.set(path.last(), value);
      }
    } else if (section instanceof ArrayNode list
        && isIndex(path.last())
        && Integer.parseInt(path.last()) < list.size()) {
      if (value.isNull()) {
        throw new ConfigException(
            origin, path, "cannot be removed from its list; set the whole list " + path.parent());
      }
      list.set(Integer.parseInt(path.last()), value);
    } else {
      String what =
          section.isMissingNode() ? "does not exist" : "is " + ValueDescription.found(section);
      throw new ConfigException(
          origin, path, "cannot be set, as " + at + " " + what + " (" + origin(at) + ")");
    }
    origins.keySet().removeIf(key -> key.startsWith(path));
    if (!value.isNull()) {
      origins.put(path, origin);
    }
  }

  private static boolean isIndex(String key) {
    return key.matches("\\d{1,9}");
  }
}
