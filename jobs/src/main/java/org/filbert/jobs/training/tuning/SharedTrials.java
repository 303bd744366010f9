package org.filbert.jobs.training.tuning;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Trials that one training runs: they differ in ridge and width only. Ridges are solved side by
 * side, widths share one reading of the rows.
 *
 * @param members numbers of the trials, in the order of the training's results
 * @param settings of all, with a list of ridges or widths where there are several
 */
record SharedTrials(List<Integer> members, Map<String, JsonNode> settings) {
  private static final List<String> RIDGES = List.of("objective.ridge", "objective.lambda");
  private static final String SIGMA = "kernel.sigma";

  SharedTrials {
    members = List.copyOf(members);
  }

  /** The key of the ridge that settings have, if it is a number. */
  static Optional<String> ridgeKey(Map<String, JsonNode> settings) {
    return RIDGES.stream()
        .filter(key -> settings.containsKey(key) && settings.get(key).isNumber())
        .findFirst();
  }

  /** One trial alone. */
  static SharedTrials alone(int number, Map<String, JsonNode> settings) {
    return new SharedTrials(List.of(number), settings);
  }

  /**
   * Puts trials together, in the order of their first ones.
   *
   * @param widths whether trials of several widths may be together
   */
  static List<SharedTrials> of(List<Map<String, JsonNode>> trials, boolean widths) {
    List<SharedTrials> all = new ArrayList<>();
    for (List<Integer> alike : alike(all(trials.size()), trials, widths)) {
      if (isProduct(alike, trials)) {
        all.add(together(alike, trials));
      } else {
        alike(alike, trials, false).forEach(group -> all.add(together(group, trials)));
      }
    }
    return all;
  }

  private static List<Integer> all(int count) {
    return IntStream.range(0, count).boxed().toList();
  }

  private static List<List<Integer>> alike(
      List<Integer> numbers, List<Map<String, JsonNode>> trials, boolean widths) {
    return List.copyOf(
        numbers.stream()
            .collect(
                Collectors.groupingBy(
                    i -> others(trials.get(i), widths),
                    LinkedHashMap::new,
                    Collectors.<Integer>toList()))
            .values());
  }

  private static Map<String, JsonNode> others(Map<String, JsonNode> settings, boolean widths) {
    Map<String, JsonNode> others = new LinkedHashMap<>(settings);
    ridgeKey(settings).ifPresent(key -> others.put(key, JsonNodeFactory.instance.nullNode()));
    if (widths && others.getOrDefault(SIGMA, JsonNodeFactory.instance.missingNode()).isNumber()) {
      others.put(SIGMA, JsonNodeFactory.instance.nullNode());
    }
    return others;
  }

  /** Whether every width is there with every ridge. */
  private static boolean isProduct(List<Integer> numbers, List<Map<String, JsonNode>> trials) {
    Map<String, JsonNode> first = trials.get(numbers.get(0));
    return ridges(numbers, trials, first).size() * widths(numbers, trials).size() == numbers.size();
  }

  private static TreeSet<Double> ridges(
      List<Integer> numbers, List<Map<String, JsonNode>> trials, Map<String, JsonNode> first) {
    return values(numbers, trials, ridgeKey(first).orElse(""));
  }

  private static TreeSet<Double> widths(List<Integer> numbers, List<Map<String, JsonNode>> trials) {
    return values(numbers, trials, SIGMA);
  }

  /** The different numbers of a key; one if it has none. */
  private static TreeSet<Double> values(
      List<Integer> numbers, List<Map<String, JsonNode>> trials, String key) {
    return numbers.stream()
        .map(i -> value(trials.get(i), key))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static double value(Map<String, JsonNode> settings, String key) {
    JsonNode value = settings.get(key);
    return value != null && value.isNumber() ? value.doubleValue() : 0;
  }

  private static SharedTrials together(List<Integer> numbers, List<Map<String, JsonNode>> trials) {
    Map<String, JsonNode> first = trials.get(numbers.get(0));
    if (numbers.size() == 1) {
      return alone(numbers.get(0), first);
    }
    String ridge = ridgeKey(first).orElse("");
    List<Integer> sorted =
        numbers.stream()
            .sorted(
                Comparator.<Integer>comparingDouble(i -> value(trials.get(i), SIGMA))
                    .thenComparingDouble(i -> value(trials.get(i), ridge)))
            .toList();
    Map<String, JsonNode> settings = new LinkedHashMap<>(first);
    putList(settings, ridge, ridges(numbers, trials, first));
    putList(settings, SIGMA, widths(numbers, trials));
    return new SharedTrials(sorted, settings);
  }

  private static void putList(Map<String, JsonNode> settings, String key, TreeSet<Double> values) {
    if (values.size() > 1) {
      var list = JsonNodeFactory.instance.arrayNode();
      values.forEach(list::add);
      settings.put(key, list);
    }
  }
}
