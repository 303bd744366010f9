package org.filbert.it.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Makes inputs of a target's seeds: number i of a seed is the same each time. For one thread, whose
 * changes are made in one buffer.
 */
final class Mutator {
  private static final int LONGEST = 1 << 20;
  private static final int MOST_CHANGES = 6;

  /** One input of so many is repeated until it is long, less often after the first. */
  private static final int LONG_ONES = 4_000;

  private static final int LATER_LONG_ONES = 20_000;
  private static final int FIRST = 100_000;

  private static final List<String> NUMBERS =
      List.of(
          "0",
          "-1",
          "1e999",
          "1e-999",
          "-0",
          "2147483647",
          "2147483648",
          "-2147483648",
          "4294967296",
          "9223372036854775807",
          "9223372036854775808",
          "99999999999999999999",
          "0x10",
          "1e19",
          "0.00000000000000000001e20",
          "NaN",
          "Infinity",
          "1_000",
          "0.1e",
          ".",
          "٣");

  private static final List<byte[]> BYTES =
      List.of(
          new byte[] {-1, -1, -1, -1},
          new byte[] {0, 0, 0, 0},
          new byte[] {127, -1, -1, -1},
          new byte[] {-1, -1, -1, 127},
          new byte[] {-1, -1, -1, -1, 7},
          new byte[] {-128, 0, 0, 0},
          new byte[] {-64, -128},
          new byte[] {-19, -96, -128},
          new byte[] {-12, -112, -128, -128},
          new byte[] {-17, -69, -65},
          new byte[] {-2, -1},
          new byte[] {-30, -126},
          new byte[] {31, -117});

  private final List<byte[]> seeds;
  private final List<byte[]> tokens;
  private final long seed;

  /** The input being made, and its length. */
  private byte[] bytes = new byte[1 << 13];

  private int length;

  Mutator(List<byte[]> seeds, List<String> tokens, long seed) {
    this.seeds = seeds;
    this.tokens =
        Stream.concat(tokens.stream(), NUMBERS.stream())
            .map(token -> token.getBytes(StandardCharsets.UTF_8))
            .toList();
    this.seed = seed;
  }

  byte[] input(long i) {
    SplittableRandom random = new SplittableRandom(mix(seed) + mix(i));
    length = 0;
    insert(0, pick(seeds, random), 0, 1);
    int changes = 1 + Integer.numberOfTrailingZeros(random.nextInt() | 1 << MOST_CHANGES - 1);
    for (int change = 0; change < changes; change++) {
      change(random);
    }
    if (random.nextInt(i < FIRST ? LONG_ONES : LATER_LONG_ONES) == 0) {
      lengthen(random);
    }
    return Arrays.copyOf(bytes, length);
  }

  private static long mix(long value) {
    return new SplittableRandom(value).nextLong();
  }

  private void change(SplittableRandom random) {
    int at = random.nextInt(length + 1);
    int end = Math.min(length, at + 1 + random.nextInt(8));
    switch (random.nextInt(11)) {
      case 0 -> flip(at, 1 << random.nextInt(8));
      case 1 -> flip(at, 1 + random.nextInt(255));
      case 2 -> length = at;
      case 3 -> remove(at, random.nextInt(at, length + 1));
      case 4 -> insert(at, random(random), 0, 1);
      case 5 -> insert(at, pick(tokens, random), 0, 1);
      case 6 -> {
        remove(at, end);
        insert(at, pick(tokens, random), 0, 1);
      }
      case 7 -> {
        remove(at, random.nextBoolean() ? at : end);
        insert(at, pick(BYTES, random), 0, 1);
      }
      case 8 -> insert(at, pick(tokens, random), 0, 1 + random.nextInt(120));
      case 9 -> insert(at, Arrays.copyOfRange(bytes, at, random.nextInt(at, length + 1)), 0, 1);
      default -> {
        byte[] other = pick(seeds, random);
        length = at;
        insert(at, other, random.nextInt(other.length + 1), 1);
      }
    }
  }

  private static byte[] pick(List<byte[]> choices, SplittableRandom random) {
    return choices.get(random.nextInt(choices.size()));
  }

  private void flip(int at, int bits) {
    if (at < length) {
      bytes[at] ^= (byte) bits;
    }
  }

  private static byte[] random(SplittableRandom random) {
    byte[] bytes = new byte[1 + random.nextInt(6)];
    random.nextBytes(bytes);
    return bytes;
  }

  private void remove(int from, int to) {
    System.arraycopy(bytes, to, bytes, from, length - to);
    length -= to - from;
  }

  /** Puts a piece, from some byte of it on, to some place so many times. */
  private void insert(int at, byte[] piece, int from, int times) {
    int count = piece.length - from;
    int longer = length + count * times;
    if (longer > bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * longer);
    }
    System.arraycopy(bytes, at, bytes, at + count * times, length - at);
    for (int time = 0; time < times; time++) {
      System.arraycopy(piece, from, bytes, at + time * count, count);
    }
    length = longer;
  }

  /** Some piece again and again, up to the longest input. */
  private void lengthen(SplittableRandom random) {
    int from = random.nextInt(length + 1);
    int to = random.nextInt(from, length + 1);
    if (from < to && length < LONGEST) {
      insert(from, Arrays.copyOfRange(bytes, from, to), 0, (LONGEST - length) / (to - from));
    }
  }
}
