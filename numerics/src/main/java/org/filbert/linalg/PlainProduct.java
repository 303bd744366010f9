package org.filbert.linalg;

/**
 * The products of {@link PlainVectorMath}, as flat loops down the columns of the result: four terms
 * of each sum at a time, in their order.
 */
final class PlainProduct {
  /** Rows that are copied side by side, and vectors that meet all sums while they are cached. */
  private static final int GROUP = 16;

  private PlainProduct() {}

  static void multiply(float[] a, int m, int n, float[] b, int k, int stride, float[] c) {
    float[][] columns = new float[n][m];
    for (int group = 0; group < m; group += GROUP) {
      int end = Math.min(group + GROUP, m);
      for (int p = 0; p < n; p++) {
        float[] column = columns[p];
        for (int i = group; i < end; i++) {
          column[i] = a[i * n + p];
        }
      }
    }
    float[][] sums = new float[k][m];
    addCombinations(columns, b, stride, sums);
    write(sums, m, stride, c);
  }

  static void addTransposed(float[] a, int m, int n, float[] b, int k, int stride, float[] c) {
    float[][] rows = new float[m][n];
    for (int p = 0; p < m; p++) {
      System.arraycopy(a, p * n, rows[p], 0, n);
    }
    float[][] sums = new float[k][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < k; j++) {
        sums[j][i] = c[i * stride + j];
      }
    }
    addCombinations(rows, b, stride, sums);
    write(sums, n, stride, c);
  }

  private static void write(float[][] sums, int rows, int stride, float[] c) {
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < sums.length; j++) {
        c[i * stride + j] = sums[j][i];
      }
    }
  }

  /** sums[j] ← sums[j] + Σ_p b_pj·vectors[p], group by group of vectors. */
  private static void addCombinations(float[][] vectors, float[] b, int stride, float[][] sums) {
    for (int group = 0; group < vectors.length; group += GROUP) {
      int end = Math.min(group + GROUP, vectors.length);
      for (int j = 0; j < sums.length; j++) {
        addCombination(vectors, group, end, b, j, stride, sums[j]);
      }
    }
  }

  private static void addCombination(
      float[][] vectors, int from, int to, float[] b, int j, int stride, float[] sum) {
    int p = from;
    for (; p + 4 <= to; p += 4) {
      int at = p * stride + j;
      addFour(
          vectors[p],
          b[at],
          vectors[p + 1],
          b[at + stride],
          vectors[p + 2],
          b[at + 2 * stride],
          vectors[p + 3],
          b[at + 3 * stride],
          sum);
    }
    for (; p < to; p++) {
      addOne(vectors[p], b[p * stride + j], sum);
    }
  }

  private static void addFour(
      float[] a0,
      float b0,
      float[] a1,
      float b1,
      float[] a2,
      float b2,
      float[] a3,
      float b3,
      float[] sum) {
    for (int i = 0; i < sum.length; i++) {
      sum[i] = (((sum[i] + a0[i] * b0) + a1[i] * b1) + a2[i] * b2) + a3[i] * b3;
    }
  }

  private static void addOne(float[] a, float b, float[] sum) {
    for (int i = 0; i < sum.length; i++) {
      sum[i] += a[i] * b;
    }
  }
}
