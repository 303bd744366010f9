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
  /** 2·h(f), and 1 more if s(f) = -1. */
  private final int[] codes;

  private CountSketch(int[] codes) {
    this.codes = codes;
  }

  /** Sketch number {@code level} of a group, of so many inputs to so many elements. */
  static CountSketch draw(long seed, int group, int level, int inputs, int size) {
    UniformRandomProvider random = Draws.stream(seed, Purpose.COUNT_SKETCH, group, level);
    int[] codes = new int[inputs];
    for (int f = 0; f < inputs; f++) {
      long draw = random.nextLong();
      int place = (int) (((draw >>> 32) * size) >>> 32);
      codes[f] = place << 1 | (int) (draw & 1);
    }
    return new CountSketch(codes);
  }

  /** A copy of the codes. */
  int[] codes() {
    return codes.clone();
  }

  /** out ← S·x. Signs are flipped as bits: half of the branches would be mispredicted. */
  void apply(RowValues x, double[] out) {
    Arrays.fill(out, 0);
    for (int t = 0; t < x.size(); t++) {
      int code = codes[x.column(t)];
      long bits = Double.doubleToRawLongBits(x.value(t));
      out[code >>> 1] += Double.longBitsToDouble(bits ^ (long) code << 63);
    }
  }
}
