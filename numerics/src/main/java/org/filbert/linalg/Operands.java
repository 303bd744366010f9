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

  static void syrk(boolean transpose, Matrix a, Matrix c) {
    int size = transpose ? a.cols() : a.rows();
    require(
        c.rows() == size && c.cols() == size && a.precision() == c.precision(),
        "syrk",
        name(a, transpose) + " times " + name(a, !transpose) + " into " + c);
  }

  static void trsm(boolean right, Matrix l, Matrix b) {
    require(
        l.rows() == l.cols()
            && l.rows() == (right ? b.cols() : b.rows())
            && b.precision() == l.precision(),
        "trsm",
        l + (right ? " on the right of " : " on the left of ") + b);
  }

  static void cholesky(Matrix a) {
    require(a.rows() == a.cols(), "cholesky", a.toString());
  }

  static void symmetric(Matrix a) {
    require(a.rows() == a.cols(), "eigen", a.toString());
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
