package org.filbert.online.baseline;

import java.util.ArrayList;
import java.util.List;
import org.filbert.data.Target;
import org.jspecify.annotations.Nullable;

/** Predicts the class, or the numbers, of the row before. */
public record NoChange(@Nullable Target last) implements Baseline {
  @Override
  public String name() {
    return "no-change";
  }

  @Override
  public Learned learn(double[][] x, List<@Nullable Target> targets) {
    List<@Nullable Target> predicted = new ArrayList<>();
    Target known = last;
    for (Target found : targets) {
      predicted.add(known);
      known = found == null ? known : found;
    }
    return new Learned(new NoChange(known), predicted);
  }
}
