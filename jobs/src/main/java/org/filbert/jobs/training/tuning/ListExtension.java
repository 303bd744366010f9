package org.filbert.jobs.training.tuning;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What lists of ridges and widths lack where the best of all trials lies on the edge of a list: a
 * further value, by the list's own ratio there.
 *
 * @param trials those that were run
 * @param best number of the best one
 */
record ListExtension(List<Tried> trials, int best) {
  /**
   * The next values, by key. There are none for a list whose edge is no better than its neighbour,
   * all other settings being the same.
   */
  Map<String, Double> values() {
    Map<String, Double> next = new LinkedHashMap<>();
    for (String key : trials.get(best).settings().keySet()) {
      next(key).ifPresent(value -> next.put(key, value));
    }
    return next;
  }

  private Optional<Double> next(String key) {
    TreeSet<Double> values = tried(key);
    double own = number(trials.get(best).settings(), key);
    Double neighbour = own == values.last() ? values.lower(own) : values.higher(own);
    boolean edge = own == values.last() || own == values.first();
    if (!edge || neighbour == null || !betterThan(key, neighbour)) {
      return Optional.empty();
    }
    double value = own * (own / neighbour);
    return value > 0 && Double.isFinite(value) ? Optional.of(rounded(value)) : Optional.empty();
  }

  private boolean betterThan(String key, double neighbour) {
    Map<String, JsonNode> other = new LinkedHashMap<>(trials.get(best).settings());
    other.put(key, JsonNodeFactory.instance.numberNode(neighbour));
    return trials.stream()
        .filter(trial -> trial.settings().equals(other))
        .allMatch(trial -> trial.loss() > trials.get(best).loss());
  }

  private TreeSet<Double> tried(String key) {
    TreeSet<Double> values = new TreeSet<>();
    trials.forEach(trial -> values.add(number(trial.settings(), key)));
    return values;
  }

  private static double number(Map<String, JsonNode> settings, String key) {
    JsonNode value = settings.get(key);
    return value == null ? 0 : value.doubleValue();
  }

  /** Six digits, so that a list of 0.1 and 1 goes on with 10 and not with 9.999999999999998. */
  private static double rounded(double value) {
    return new BigDecimal(value).round(new MathContext(6)).doubleValue();
  }

  /** The trials with the next values: of a further width all ridges, which cost little. */
  List<Map<String, JsonNode>> trials(Map<String, Double> next) {
    Map<String, JsonNode> chosen = trials.get(best).settings();
    String ridge = SharedTrials.ridgeKey(chosen).orElse("");
    boolean wider = next.keySet().stream().anyMatch(key -> !key.equals(ridge));
    List<Map<String, JsonNode>> all = List.of(Map.of());
    for (String key : chosen.keySet()) {
      Set<Double> values = new LinkedHashSet<>();
      if (key.equals(ridge) && wider) {
        values.addAll(tried(key));
      }
      values.add(number(chosen, key));
      if (next.containsKey(key)) {
        values.add(next.get(key));
      }
      List<Map<String, JsonNode>> longer = new ArrayList<>();
      for (Map<String, JsonNode> before : all) {
        for (double value : new TreeSet<>(values)) {
          Map<String, JsonNode> settings = new LinkedHashMap<>(before);
          settings.put(key, JsonNodeFactory.instance.numberNode(value));
          longer.add(settings);
        }
      }
      all = longer;
    }
    return all.stream()
        .filter(settings -> trials.stream().noneMatch(trial -> trial.settings().equals(settings)))
        .toList();
  }
}
