package org.filbert.linalg;

import java.util.Arrays;

/**
 * The products of {@link PlainVectorMath}, as flat loops down the columns of the result: four terms
 * of each sum at a time, in their order.
 */
final class PlainProduct {
  /** Rows of A that are copied side by side, so that whole cache lines are written. */
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
    float[] sum = new float[m];
    for (int j = 0; j < k; j++) {
      Arrays.fill(sum, 0);
      addCombination(columns, b, j, stride, sum);
      for (int i = 0; i < m; i++) {
        c[i * stride + j] = sum[i];
      }
    }
  }

  static void addTransposed(float[] a, int m, int n, float[] b, int k, int stride, float[] c) {
    float[][] rows = new float[m][n];
    for (int p = 0; p < m; p++) {
      System.arraycopy(a, p * n, rows[p], 0, n);
    }
    float[] sum = new float[n];
    for (int j = 0; j < k; j++) {
      for (int i = 0; i < n; i++) {
        sum[i] = c[i * stride + j];
      }
      addCombination(rows, b, j, stride, sum);
      for (int i = 0; i < n; i++) {
        c[i * stride + j] = sum[i];
      }
    }
  }

  /** sum ← sum + Σ_p b_pj·vectors[p]. */
  private static void addCombination(float[][] vectors, float[] b, int j, int stride, float[] sum) {
    int p = 0;
    for (; p + 4 <= vectors.length; p += 4) {
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
    for (; p < vectors.length; p++) {
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
