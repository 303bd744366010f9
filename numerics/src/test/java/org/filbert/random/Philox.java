package org.filbert.random;

/** Philox 4x64-10 from its definition (Salmon et al. 2011): slow and obvious. */
final class Philox {
  private Philox() {}

  /** The four numbers of one counter value, which has its lowest word first. */
  static long[] block(long[] counter, long firstKey, long secondKey) {
    long[] c = counter.clone();
    long k0 = firstKey;
    long k1 = secondKey;
    for (int round = 0; round < 10; round++) {
      long high0 = multiplyHigh(0xD2E7470EE14C6C93L, c[0]);
      long high1 = multiplyHigh(0xCA5A826395121157L, c[2]);
      long low0 = 0xD2E7470EE14C6C93L * c[0];
      long low1 = 0xCA5A826395121157L * c[2];
      c = new long[] {high1 ^ c[1] ^ k0, low1, high0 ^ c[3] ^ k1, low0};
      k0 += 0x9E3779B97F4A7C15L;
      k1 += 0xBB67AE8584CAA73BL;
    }
    return c;
  }

  /** Upper half of the unsigned product. */
  private static long multiplyHigh(long a, long b) {
    return Math.multiplyHigh(a, b) + ((a >> 63) & b) + ((b >> 63) & a);
  }
}
