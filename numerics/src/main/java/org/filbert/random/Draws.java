package org.filbert.random;

import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.core.source64.Philox4x64;

/**
 * All randomness of a run as a pure function of (seed, purpose, index): any worker on any machine
 * draws block t of anything, in any order, bit for bit the same.
 *
 * <p>The generator is the counter-based Philox 4x64 [1] with (seed, purpose) as its key and the
 * index in the upper half of its counter, so that every index has a stream of 2¹³⁰ numbers of its
 * own. (The lower half starts at 1.)
 *
 * <p>[1] Salmon, Moraes, Dror, Shaw. Parallel random numbers: as easy as 1, 2, 3. SC 2011.
 */
public final class Draws {
  private Draws() {}

  /** The stream of draw number {@code index}. */
  public static UniformRandomProvider stream(long seed, Purpose purpose, long index) {
    return stream(seed, purpose, index, 0);
  }

  /** The stream of draw number ({@code index}, {@code subIndex}). */
  public static UniformRandomProvider stream(
      long seed, Purpose purpose, long index, long subIndex) {
    return new Philox4x64(new long[] {seed, purpose.code(), 0, 0, index, subIndex});
  }

  /** A draw in [0, 1). */
  public static double uniform(long seed, Purpose purpose, long index, long subIndex) {
    return (hash(seed, purpose, index, subIndex) >>> 11) * 0x1p-53;
  }

  /**
   * A limit in [0, 1): of {@code all} uniform draws at least {@code wanted} are below it, but for
   * one time in a thousand.
   */
  public static double limit(int wanted, long all) {
    return (wanted + 4 * Math.sqrt(wanted) + 4) / all;
  }

  /** The numbers from 0 to n - 1 in a random order. */
  public static int[] order(UniformRandomProvider random, int n) {
    int[] order = IntStream.range(0, n).toArray();
    for (int i = n - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int kept = order[i];
      order[i] = order[j];
      order[j] = kept;
    }
    return order;
  }

  /** So many different ones of the numbers from 0 to n - 1, in a random order. */
  public static int[] choice(UniformRandomProvider random, int n, int count) {
    int[] left = IntStream.range(0, n).toArray();
    int[] chosen = new int[count];
    for (int i = 0; i < count; i++) {
      int other = i + random.nextInt(n - i);
      chosen[i] = left[other];
      left[other] = left[i];
    }
    return chosen;
  }

  /** One 64-bit draw. */
  public static long hash(long seed, Purpose purpose, long index, long subIndex) {
    return stream(seed, purpose, index, subIndex).nextLong();
  }
}
