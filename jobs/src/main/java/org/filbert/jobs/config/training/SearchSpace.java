package org.filbert.jobs.config.training;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.filbert.jobs.config.yaml.ConfigDocument;
import org.filbert.jobs.config.yaml.Domain;
import org.filbert.jobs.config.yaml.KeyPath;
import org.filbert.jobs.config.yaml.ValueDescription;
import org.filbert.random.Draws;
import org.filbert.random.Purpose;

/**
 * Keys of a configuration and the values that a search gives them.
 *
 * @param domains by dotted key, in the order of the configuration
 */
@JsonClassDescription(SearchSpace.ALLOWED)
public record SearchSpace(Map<String, Domain> domains) {
  static final String ALLOWED =
      "a section of keys such as kernel.sigma, each with " + Domain.ALLOWED;

  /** Sections and keys that are the same in all trials. */
  private static final Set<String> FIXED =
      Set.of(
          "name",
          "store",
          "task",
          "data",
          "parallelism",
          "checkpoint",
          "restart",
          "tuning",
          "choose",
          "from");

  private static final KeyPath OVER = KeyPath.parse("tuning.over");

  private static final int MOST_DRAWS = 100;
  private static final int MOST_TRIALS = 10_000;

  public SearchSpace {
    domains = Collections.unmodifiableMap(new LinkedHashMap<>(domains));
    for (String key : domains.keySet()) {
      String section = key.split("\\.", 2)[0];
      if (FIXED.contains(section)) {
        throw new IllegalArgumentException(
            key + " cannot be searched: " + section + " is the same in all trials");
      }
    }
  }

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static SearchSpace of(JsonNode node) {
    Map<String, Domain> domains = new LinkedHashMap<>();
    if (!(node instanceof ObjectNode section)) {
      throw new IllegalArgumentException(
          "must be " + ALLOWED + ", found " + ValueDescription.found(node));
    }
    add("", section, domains);
    if (domains.isEmpty()) {
      throw new IllegalArgumentException("must be " + ALLOWED + ", found no key");
    }
    return new SearchSpace(domains);
  }

  /**
   * Gives keys that a configuration searches, and does not have besides, the first of their values:
   * so the configuration is one of its trials.
   */
  public static void complete(ConfigDocument document) {
    if (!(document.at(OVER) instanceof ObjectNode section)) {
      return;
    }
    Map<String, Domain> domains = new LinkedHashMap<>();
    try {
      add("", section, domains);
    } catch (IllegalArgumentException e) {
      return; // told when the section is bound
    }
    domains.forEach(
        (key, domain) -> {
          KeyPath path = KeyPath.parse(key);
          boolean below =
              document.at(path.parent()) instanceof ObjectNode
                  || document.at(path.parent()).isMissingNode();
          if (below && document.at(path).isMissingNode()) {
            document.set(path, domain.grid().get(0), "tuning.over." + key);
          }
        });
  }

  private static void add(String path, ObjectNode section, Map<String, Domain> domains) {
    for (Map.Entry<String, JsonNode> field : section.properties()) {
      String key = path.isEmpty() ? field.getKey() : path + "." + field.getKey();
      if (field.getValue() instanceof ObjectNode below && !below.has("from")) {
        add(key, below, domains);
      } else {
        try {
          domains.put(key, Domain.of(field.getValue()));
        } catch (IllegalArgumentException e) {
          var named = new IllegalArgumentException(key + ": " + e.getMessage());
          named.addSuppressed(e); // the innermost cause is what the user is told
          throw named;
        }
      }
    }
  }

  @JsonValue
  JsonNode json() {
    ObjectNode section = JsonNodeFactory.instance.objectNode();
    domains.forEach((key, domain) -> section.set(key, domain.json()));
    return section;
  }

  /** The same with further keys, after those that it has already. */
  public SearchSpace with(SearchSpace more) {
    Map<String, Domain> all = new LinkedHashMap<>(domains);
    more.domains.forEach(all::putIfAbsent);
    return new SearchSpace(all);
  }

  /**
   * All combinations; the values of the last key change fastest.
   *
   * @throws IllegalArgumentException if there are too many
   */
  public List<Map<String, JsonNode>> grid() {
    long trials = 1;
    for (Domain domain : domains.values()) {
      trials *= domain.grid().size();
      if (trials > MOST_TRIALS) {
        throw new IllegalArgumentException(
            "tuning.over has a grid of more than %s trials: search: random draws some of them"
                .formatted(MOST_TRIALS));
      }
    }
    List<Map<String, JsonNode>> all = List.of(Map.of());
    for (Map.Entry<String, Domain> each : domains.entrySet()) {
      List<Map<String, JsonNode>> longer = new ArrayList<>();
      for (Map<String, JsonNode> before : all) {
        for (JsonNode value : each.getValue().grid()) {
          Map<String, JsonNode> settings = new LinkedHashMap<>(before);
          settings.put(each.getKey(), value);
          longer.add(settings);
        }
      }
      all = longer;
    }
    return all;
  }

  /**
   * Different combinations drawn at random: as many as asked for, or fewer if there are no more.
   */
  public List<Map<String, JsonNode>> draw(long seed, int trials) {
    Set<Map<String, JsonNode>> drawn = new LinkedHashSet<>();
    for (long i = 0; drawn.size() < trials && i < (long) trials * MOST_DRAWS; i++) {
      var numbers = Draws.stream(seed, Purpose.TRIAL, i);
      Map<String, JsonNode> settings = new LinkedHashMap<>();
      domains.forEach((key, domain) -> settings.put(key, domain.draw(numbers.nextDouble())));
      drawn.add(settings);
    }
    return List.copyOf(drawn);
  }
}
