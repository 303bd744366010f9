package org.filbert.linalg;

/** The products of {@link PlainVectorMath} in double, as those of {@link PlainProduct}. */
final class PlainDoubleProduct {
  /** Vectors that meet all sums while they are cached. */
  private static final int GROUP = 16;

  private PlainDoubleProduct() {}

  static void multiply(float[] a, int m, int n, double[] b, int k, int stride, double[] c) {
    double[][] columns = new double[n][m];
    for (int i = 0; i < m; i++) {
      for (int p = 0; p < n; p++) {
        columns[p][i] = a[i * n + p];
      }
    }
    combine(columns, b, stride, new double[k][m], c);
  }

  static void addTransposed(float[] a, int m, int n, double[] b, int k, int stride, double[] c) {
    double[][] rows = new double[m][n];
    for (int p = 0; p < m; p++) {
      for (int i = 0; i < n; i++) {
        rows[p][i] = a[p * n + i];
      }
    }
    double[][] sums = new double[k][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < k; j++) {
        sums[j][i] = c[i * stride + j];
      }
    }
    combine(rows, b, stride, sums, c);
  }

  /** Column j of c ← sums[j] + Σ_p b_pj·vectors[p]. */
  private static void combine(
      double[][] vectors, double[] b, int stride, double[][] sums, double[] c) {
    for (int group = 0; group < vectors.length; group += GROUP) {
      int end = Math.min(group + GROUP, vectors.length);
      for (int j = 0; j < sums.length; j++) {
        for (int p = group; p < end; p++) {
          addMultiple(vectors[p], b[p * stride + j], sums[j]);
        }
      }
    }
    for (int j = 0; j < sums.length; j++) {
      for (int i = 0; i < sums[j].length; i++) {
        c[i * stride + j] = sums[j][i];
      }
    }
  }

  private static void addMultiple(double[] vector, double factor, double[] sum) {
    for (int i = 0; i < sum.length; i++) {
      sum[i] = Math.fma(vector[i], factor, sum[i]);
    }
  }
}
