package org.filbert.jobs.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/**
 * The shortest tree that is bound to a configuration: what has its default is left out, whole
 * sections first.
 */
final class ShortConfig {
  private final ObjectMapper mapper;
  private final Record config;
  private final ObjectNode tree;

  ShortConfig(ObjectMapper mapper, Record config) {
    this.mapper = mapper;
    this.config = config;
    this.tree = mapper.valueToTree(config);
  }

  /** The tree, its keys in the order of the records. */
  JsonNode tree() {
    shorten(tree);
    return tree;
  }

  private void shorten(JsonNode node) {
    if (node instanceof ArrayNode list) {
      list.forEach(this::shorten);
    } else if (node instanceof ObjectNode section) {
      List<String> keys = new ArrayList<>();
      section.fieldNames().forEachRemaining(keys::add);
      for (String key : keys) {
        ObjectNode whole = section.deepCopy();
        section.remove(key);
        if (!meansTheSame()) {
          section.removeAll();
          section.setAll(whole); // in the same order
          shorten(section.get(key));
        }
      }
    }
  }

  private boolean meansTheSame() {
    try {
      return config.equals(mapper.treeToValue(tree, config.getClass()));
    } catch (JsonProcessingException e) {
      return false;
    }
  }
}
