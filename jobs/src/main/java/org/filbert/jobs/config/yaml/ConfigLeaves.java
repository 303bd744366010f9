package org.filbert.jobs.config.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.filbert.jobs.config.ConfigLoader;

/** The values of a configuration by their dotted keys, as JSON. */
public final class ConfigLeaves {
  private ConfigLeaves() {}

  /** The values of a configuration, as {@link ConfigLoader#toYaml} wrote it. */
  public static SortedMap<String, String> of(String yaml) {
    SortedMap<String, String> leaves = new TreeMap<>();
    add("", YamlReader.read("configuration", yaml).root(), leaves);
    return leaves;
  }

  private static void add(String path, JsonNode node, Map<String, String> leaves) {
    if (node instanceof ObjectNode section && !section.isEmpty()) {
      for (Map.Entry<String, JsonNode> field : section.properties()) {
        add(
            path.isEmpty() ? field.getKey() : path + "." + field.getKey(),
            field.getValue(),
            leaves);
      }
    } else {
      leaves.put(path, node.toString());
    }
  }
}
