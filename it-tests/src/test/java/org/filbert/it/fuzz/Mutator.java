package org.filbert.it.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** Makes an input of a target's seeds: number i of a seed is the same each time. */
final class Mutator {
  private static final int LONGEST = 1 << 20;
  private static final int MOST_CHANGES = 6;

  /** One input of so many is repeated until it is long. */
  private static final int LONG_ONES = 4_000;

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
    byte[] input = pick(seeds, random);
    int changes = 1 + random.nextInt(MOST_CHANGES);
    for (int change = 0; change < changes; change++) {
      input = change(input, random);
    }
    return random.nextInt(LONG_ONES) == 0 ? repeated(input, random) : input;
  }

  private static long mix(long value) {
    return new SplittableRandom(value).nextLong();
  }

  private byte[] change(byte[] input, SplittableRandom random) {
    int at = random.nextInt(input.length + 1);
    int end = Math.min(input.length, at + 1 + random.nextInt(8));
    return switch (random.nextInt(11)) {
      case 0 -> flipped(input, at, 1 << random.nextInt(8));
      case 1 -> flipped(input, at, 1 + random.nextInt(255));
      case 2 -> Arrays.copyOf(input, at);
      case 3 -> replaced(input, at, random.nextInt(at, input.length + 1), new byte[0]);
      case 4 -> replaced(input, at, at, random(random));
      case 5 -> replaced(input, at, at, pick(tokens, random));
      case 6 -> replaced(input, at, end, pick(tokens, random));
      case 7 -> replaced(input, at, random.nextBoolean() ? at : end, pick(BYTES, random));
      case 8 -> replaced(input, at, at, repeat(pick(tokens, random), 1 + random.nextInt(120)));
      case 9 ->
          replaced(
              input, at, at, Arrays.copyOfRange(input, at, random.nextInt(at, input.length + 1)));
      default -> spliced(input, at, pick(seeds, random), random);
    };
  }

  private static byte[] pick(List<byte[]> choices, SplittableRandom random) {
    return choices.get(random.nextInt(choices.size()));
  }

  private static byte[] flipped(byte[] input, int at, int bits) {
    byte[] changed = input.clone();
    if (at < changed.length) {
      changed[at] ^= (byte) bits;
    }
    return changed;
  }

  private static byte[] random(SplittableRandom random) {
    byte[] bytes = new byte[1 + random.nextInt(6)];
    random.nextBytes(bytes);
    return bytes;
  }

  private static byte[] replaced(byte[] input, int from, int to, byte[] piece) {
    ByteArrayOutputStream changed = new ByteArrayOutputStream();
    changed.write(input, 0, from);
    changed.writeBytes(piece);
    changed.write(input, to, input.length - to);
    return changed.toByteArray();
  }

  private static byte[] spliced(byte[] input, int at, byte[] other, SplittableRandom random) {
    int from = random.nextInt(other.length + 1);
    return replaced(input, at, input.length, Arrays.copyOfRange(other, from, other.length));
  }

  private static byte[] repeat(byte[] piece, int times) {
    ByteArrayOutputStream repeated = new ByteArrayOutputStream();
    for (int i = 0; i < times; i++) {
      repeated.writeBytes(piece);
    }
    return repeated.toByteArray();
  }

  /** Some piece again and again, up to the longest input. */
  private static byte[] repeated(byte[] input, SplittableRandom random) {
    int from = random.nextInt(input.length + 1);
    int to = random.nextInt(from, input.length + 1);
    int room = LONGEST - input.length;
    if (from == to || room <= 0) {
      return input;
    }
    byte[] piece = Arrays.copyOfRange(input, from, to);
    return replaced(input, from, from, repeat(piece, room / piece.length));
  }
}
