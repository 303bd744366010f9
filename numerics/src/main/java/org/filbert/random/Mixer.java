package org.filbert.random;

/**
 * A running 64-bit hash of numbers and texts (the SplitMix64 finaliser over each word). Good for
 * telling data apart, not for keeping an adversary out.
 */
public final class Mixer {
  private long state;

  public Mixer(long seed) {
    state = mix(seed);
  }

  public Mixer add(long word) {
    state = mix(state + 0x9E3779B97F4A7C15L ^ word);
    return this;
  }

  public Mixer add(double value) {
    return add(Double.doubleToLongBits(value));
  }

  public Mixer add(String text) {
    add(text.length());
    text.chars().forEach(this::add);
    return this;
  }

  public long value() {
    return state;
  }

  /** The finaliser itself: a bijection that leaves no bit where it was. */
  public static long mix(long z) {
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
