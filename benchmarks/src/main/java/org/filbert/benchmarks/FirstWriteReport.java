package org.filbert.benchmarks;

import java.util.Locale;
import java.util.Objects;
import org.filbert.linalg.Arena;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;

/**
 * Prints the time to fill 2 GiB of an {@link Arena} with tiles: the first time, when the system
 * allocates the pages, and again.
 */
public final class FirstWriteReport {
  private static final int EDGE = 512;
  private static final int TILES = 2048;

  private FirstWriteReport() {}

  public static void main(String[] args) {
    Matrix tile = Inputs.normal(Precision.SINGLE, EDGE, EDGE, 1);
    long start = System.nanoTime();
    try (Arena arena = new Arena(tile.bytes() * TILES)) {
      Matrix slab = Objects.requireNonNull(arena.take(Precision.SINGLE, TILES * EDGE, EDGE));
      System.out.printf(Locale.ROOT, "reserved in %.4f s%n", (System.nanoTime() - start) / 1e9);
      for (int pass = 1; pass <= 3; pass++) {
        start = System.nanoTime();
        for (int t = 0; t < TILES; t++) {
          slab.rows(t * EDGE, (t + 1) * EDGE).assign(tile);
        }
        System.out.printf(
            Locale.ROOT, "pass %s: %.3f s%n", pass, (System.nanoTime() - start) / 1e9);
      }
    }
  }
}
