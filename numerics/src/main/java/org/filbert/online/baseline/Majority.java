package org.filbert.online.baseline;

import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Predicts the class that has been there most often; the first by name on a tie. */
public record Majority(SortedMap<String, Long> counts) implements Baseline {
  public Majority() {
    this(new TreeMap<>());
  }

  @Override
  public String name() {
    return "majority";
  }

  @Override
  public Learned learn(double[][] x, @Nullable String[] classes) {
    SortedMap<String, Long> next = new TreeMap<>(counts);
    @Nullable String[] predicted = new String[classes.length];
    for (int i = 0; i < classes.length; i++) {
      predicted[i] = mostFrequent(next);
      String found = classes[i];
      if (found != null) {
        next.merge(found, 1L, Long::sum);
      }
    }
    return new Learned(new Majority(next), predicted);
  }

  private static @Nullable String mostFrequent(SortedMap<String, Long> counts) {
    String best = null;
    long most = 0;
    for (var entry : counts.entrySet()) {
      if (entry.getValue() > most) {
        best = entry.getKey();
        most = entry.getValue();
      }
    }
    return best;
  }
}
