package org.filbert.linalg;

/** The definitions of the operations, element by element in double: slow and obvious. */
final class NaiveBlas {
  private NaiveBlas() {}

  static double[][] elements(Matrix matrix) {
    double[][] elements = new double[matrix.rows()][];
    for (int i = 0; i < matrix.rows(); i++) {
      elements[i] = matrix.row(i);
    }
    return elements;
  }

  /** alpha·op(A)·op(B) + beta·C. */
  static double[][] gemm(
      boolean transposeA,
      boolean transposeB,
      double alpha,
      Matrix a,
      Matrix b,
      double beta,
      Matrix c) {
    int inner = transposeA ? a.rows() : a.cols();
    double[][] result = elements(c);
    for (int i = 0; i < c.rows(); i++) {
      for (int j = 0; j < c.cols(); j++) {
        double sum = 0;
        for (int p = 0; p < inner; p++) {
          sum +=
              (transposeA ? a.get(p, i) : a.get(i, p)) * (transposeB ? b.get(j, p) : b.get(p, j));
        }
        result[i][j] = alpha * sum + (beta == 0 ? 0 : beta * result[i][j]);
      }
    }
    return result;
  }
}
