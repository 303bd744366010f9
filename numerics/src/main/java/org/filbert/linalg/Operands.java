package org.filbert.linalg;

/** Checks of the operands' shapes and precisions that every {@link Blas} makes. */
final class Operands {
  private Operands() {}

  static void gemm(boolean transposeA, boolean transposeB, Matrix a, Matrix b, Matrix c) {
    int inner = transposeA ? a.rows() : a.cols();
    boolean fits =
        c.rows() == (transposeA ? a.cols() : a.rows())
            && c.cols() == (transposeB ? b.rows() : b.cols())
            && inner == (transposeB ? b.cols() : b.rows())
            && a.precision() == b.precision()
            && a.precision() == c.precision();
    if (!fits) {
      throw refused("gemm", name(a, transposeA) + " times " + name(b, transposeB) + " into " + c);
    }
  }

  static void syrk(boolean transpose, Matrix a, Matrix c) {
    int size = transpose ? a.cols() : a.rows();
    if (c.rows() != size || c.cols() != size || a.precision() != c.precision()) {
      throw refused("syrk", name(a, transpose) + " times " + name(a, !transpose) + " into " + c);
    }
  }

  static void trsm(boolean right, Matrix l, Matrix b) {
    boolean fits =
        l.rows() == l.cols()
            && l.rows() == (right ? b.cols() : b.rows())
            && b.precision() == l.precision();
    if (!fits) {
      throw refused("trsm", l + (right ? " on the right of " : " on the left of ") + b);
    }
  }

  static void cholesky(Matrix a) {
    requireSquare("cholesky", a);
  }

  static void symmetric(Matrix a) {
    requireSquare("eigen", a);
  }

  static void inverse(Matrix l) {
    requireSquare("invertCholesky", l);
  }

  static void threads(int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException("BLAS threads is " + threads + ", must be 1 or more");
    }
  }

  private static String name(Matrix matrix, boolean transposed) {
    return transposed ? "(" + matrix + ")ᵀ" : matrix.toString();
  }

  private static void requireSquare(String operation, Matrix a) {
    if (a.rows() != a.cols()) {
      throw refused(operation, a.toString());
    }
  }

  /** Small products are so many that only those that do not fit are put into words. */
  private static IllegalArgumentException refused(String operation, String operands) {
    return new IllegalArgumentException(operation + ": operands do not fit: " + operands);
  }
}
