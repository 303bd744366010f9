package org.filbert.online.baseline;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.filbert.data.ClassNames;
import org.filbert.data.Target;
import org.jspecify.annotations.Nullable;

/** Predicts the most frequent class so far; the first by name on a tie. */
public record Majority(SortedMap<String, Long> counts) implements Baseline {
  public Majority() {
    this(new TreeMap<>());
  }

  @Override
  public String name() {
    return "majority";
  }

  @Override
  public Learned learn(double[][] x, List<@Nullable Target> targets) {
    SortedMap<String, Long> next = new TreeMap<>(counts);
    List<@Nullable Target> predicted = new ArrayList<>();
    for (Target found : targets) {
      predicted.add(mostFrequent(next));
      if (found instanceof Target.ClassName name) {
        next.merge(known(next, name), 1L, Long::sum);
      }
    }
    return new Learned(new Majority(next), predicted);
  }

  /** The name under which a class is counted: the spelling that came first. */
  private static String known(SortedMap<String, Long> counts, Target.ClassName name) {
    if (counts.containsKey(name.name())) {
      return name.name();
    }
    List<String> names = List.copyOf(counts.keySet());
    int found = new ClassNames(names).indexOf(name.name());
    return found < 0 ? name.name() : names.get(found);
  }

  private static @Nullable Target mostFrequent(SortedMap<String, Long> counts) {
    String best = null;
    long most = 0;
    for (var entry : counts.entrySet()) {
      if (entry.getValue() > most) {
        best = entry.getKey();
        most = entry.getValue();
      }
    }
    return best == null ? null : new Target.ClassName(best);
  }
}
