package org.filbert.online.baseline;

import org.jspecify.annotations.Nullable;

/** Predicts the class of the row before. */
public record NoChange(@Nullable String last) implements Baseline {
  @Override
  public String name() {
    return "no-change";
  }

  @Override
  public Learned learn(double[][] x, @Nullable String[] classes) {
    @Nullable String[] predicted = new String[classes.length];
    String known = last;
    for (int i = 0; i < classes.length; i++) {
      predicted[i] = known;
      known = classes[i] == null ? known : classes[i];
    }
    return new Learned(new NoChange(known), predicted);
  }
}
