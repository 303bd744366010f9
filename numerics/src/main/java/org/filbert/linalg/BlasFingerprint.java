package org.filbert.linalg;

import java.util.Locale;
import java.util.zip.CRC32;

/**
 * What tells apart the kernels of a BLAS that round differently, as OpenBLAS has for each
 * generation of processors: a hash of the bits of two products, in single and in double precision.
 */
public final class BlasFingerprint {
  private static final int ROWS = 64;
  private static final int DEPTH = 300;
  private static final int COLUMNS = 48;

  private BlasFingerprint() {}

  /** Eight hexadecimal digits. */
  public static String of(Blas blas) {
    CRC32 hash = new CRC32();
    for (Precision precision : Precision.values()) {
      try (Matrix a = numbers(precision, ROWS, DEPTH);
          Matrix b = numbers(precision, DEPTH, COLUMNS);
          Matrix product = Matrix.zeros(precision, ROWS, COLUMNS)) {
        blas.gemm(false, false, 1, a, b, 0, product);
        for (int i = 0; i < ROWS; i++) {
          for (int j = 0; j < COLUMNS; j++) {
            long bits = Double.doubleToLongBits(product.get(i, j));
            for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
              hash.update((int) (bits >>> shift));
            }
          }
        }
      }
    }
    return String.format(Locale.ROOT, "%08x", hash.getValue());
  }

  /** Numbers without a pattern that would hide how they are added. */
  private static Matrix numbers(Precision precision, int rows, int columns) {
    Matrix matrix = Matrix.zeros(precision, rows, columns);
    long state = rows;
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        state = state * 6364136223846793005L + 1442695040888963407L;
        matrix.set(i, j, (state >> 11) * 0x1p-52);
      }
    }
    return matrix;
  }
}
