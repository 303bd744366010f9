package org.filbert.jobs.online;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.filbert.jobs.config.section.RecursiveConfig;
import org.filbert.jobs.config.stream.OnlineConfig;
import org.filbert.linalg.Precision;
import org.filbert.online.recursive.ExpertOptions;

/**
 * The experts of a run, in the order of their weights in a {@link OnlineLine}. There are none for
 * doubly stochastic gradients.
 *
 * @param memories of each expert
 * @param maps the random features of each expert in words
 */
record OnlineExperts(List<String> memories, List<String> maps) {
  /** The least part of all weights that goes to other memories when the vote has moved. */
  private static final double MOVED = 0.25;

  static final OnlineExperts NONE = new OnlineExperts(List.of(), List.of());

  static OnlineExperts of(OnlineConfig config, int features) {
    if (!(config.learner() instanceof RecursiveConfig recursive)) {
      return NONE;
    }
    List<ExpertOptions> all =
        recursive.options(features, config.seed(), Precision.DOUBLE, 0).experts();
    return new OnlineExperts(
        all.stream().map(each -> "memory " + each.memory()).toList(),
        all.stream()
            .map(ExpertOptions::map)
            .map(
                map ->
                    map.kernel()
                        + ", "
                        + map.outputs()
                        + " features"
                        + (map.order() == null ? "" : " of order " + map.order()))
            .toList());
  }

  boolean any() {
    return !memories.isEmpty();
  }

  /** Each expert in words. */
  List<String> names() {
    return IntStream.range(0, maps.size())
        .mapToObj(e -> maps.get(e) + ", " + memories.get(e))
        .toList();
  }

  /** The different ones of some words, in their order. */
  static List<String> groups(List<String> words) {
    return new ArrayList<>(new LinkedHashSet<>(words));
  }

  /**
   * The sum of the weights of a group's experts.
   *
   * @param words {@link #memories} or {@link #maps}
   */
  static double weight(OnlineLine line, List<String> words, String group) {
    return IntStream.range(0, line.weights().size())
        .filter(e -> words.get(e).equals(group))
        .mapToDouble(e -> line.weights().get(e))
        .sum();
  }

  /** The memory whose experts have most weight. */
  String leadingMemory(OnlineLine line) {
    String leading = "";
    double most = -1;
    for (String memory : groups(memories)) {
      double weight = weight(line, memories, memory);
      if (weight > most) {
        most = weight;
        leading = memory.substring("memory ".length());
      }
    }
    return leading;
  }

  /** Whether the vote has gone over to other memories between two lines. */
  boolean moved(OnlineLine before, OnlineLine after) {
    return groups(memories).stream()
                .mapToDouble(
                    memory ->
                        Math.abs(
                            weight(after, memories, memory) - weight(before, memories, memory)))
                .sum()
            / 2
        > MOVED;
  }
}
