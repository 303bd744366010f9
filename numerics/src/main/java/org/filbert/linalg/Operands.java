package org.filbert.linalg;

/** Checks of the operands' shapes and precisions that every {@link Blas} makes. */
final class Operands {
  private Operands() {}

  static void gemm(boolean transposeA, boolean transposeB, Matrix a, Matrix b, Matrix c) {
    int inner = transposeA ? a.rows() : a.cols();
    require(
        c.rows() == (transposeA ? a.cols() : a.rows())
            && c.cols() == (transposeB ? b.rows() : b.cols())
            && inner == (transposeB ? b.cols() : b.rows())
            && a.precision() == b.precision()
            && a.precision() == c.precision(),
        "gemm",
        name(a, transposeA) + " times " + name(b, transposeB) + " into " + c);
  }

  static void syrk(Matrix a, Matrix c) {
    require(
        c.rows() == a.cols() && c.cols() == a.cols() && a.precision() == c.precision(),
        "syrk",
        name(a, true) + " times " + a + " into " + c);
  }

  static void cholesky(Matrix a) {
    require(a.rows() == a.cols(), "cholesky", a.toString());
  }

  static void solveCholesky(Matrix l, Matrix b) {
    require(
        l.rows() == l.cols() && b.rows() == l.rows() && b.precision() == l.precision(),
        "solveCholesky",
        l + " and right-hand sides " + b);
  }

  static void threads(int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException("BLAS threads is " + threads + ", must be 1 or more");
    }
  }

  private static String name(Matrix matrix, boolean transposed) {
    return transposed ? "(" + matrix + ")ᵀ" : matrix.toString();
  }

  private static void require(boolean fits, String operation, String operands) {
    if (!fits) {
      throw new IllegalArgumentException(operation + ": operands do not fit: " + operands);
    }
  }
}
