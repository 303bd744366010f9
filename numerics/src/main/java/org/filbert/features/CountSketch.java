package org.filbert.features;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.filbert.random.Draws;
import org.filbert.random.Purpose;

/**
 * A CountSketch S: input f is added to element h(f) with the sign s(f), both drawn independently.
 *
 * <p>Charikar, Chen, Farach-Colton. Finding frequent items in data streams. ICALP 2002.
 */
final class CountSketch {
  /** h(f), or its complement if s(f) = -1. */
  private final int[] places;

  private CountSketch(int[] places) {
    this.places = places;
  }

  /** Sketch number {@code level} of a group, of so many inputs to so many elements. */
  static CountSketch draw(long seed, int group, int level, int inputs, int size) {
    UniformRandomProvider random = Draws.stream(seed, Purpose.COUNT_SKETCH, group, level);
    int[] places = new int[inputs];
    for (int f = 0; f < inputs; f++) {
      long draw = random.nextLong();
      int place = (int) (((draw >>> 32) * size) >>> 32);
      places[f] = (draw & 1) == 0 ? place : ~place;
    }
    return new CountSketch(places);
  }

  /** out ← S·x. */
  void apply(RowValues x, double[] out) {
    Arrays.fill(out, 0);
    for (int t = 0; t < x.size(); t++) {
      int place = places[x.column(t)];
      if (place >= 0) {
        out[place] += x.value(t);
      } else {
        out[~place] -= x.value(t);
      }
    }
  }
}
