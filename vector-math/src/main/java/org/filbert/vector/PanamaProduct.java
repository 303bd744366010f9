package org.filbert.vector;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The products of {@link PanamaVectorMath}. A vector holds neighbouring columns of one row of the
 * result. Eight rows of A are processed together, so that each loaded element of B serves all of
 * them. Elements of A are broadcast to all lanes.
 */
final class PanamaProduct {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final int ROWS = 8;

  private PanamaProduct() {}

  static void multiply(float[] a, int m, int n, float[] b, int k, int stride, float[] c) {
    int eights = m - m % ROWS;
    for (int j = 0; j < k; j += SPECIES.length()) {
      for (int i = 0; i < eights; i += ROWS) {
        eightRows(a, i * n, n, b, j, stride, c, i * stride + j);
      }
      for (int i = eights; i < m; i++) {
        oneRow(a, i * n, n, b, j, stride, c, i * stride + j);
      }
    }
  }

  private static void eightRows(
      float[] a, int a0, int n, float[] b, int column, int stride, float[] c, int at) {
    int a1 = a0 + n;
    int a2 = a1 + n;
    int a3 = a2 + n;
    int a4 = a3 + n;
    int a5 = a4 + n;
    int a6 = a5 + n;
    int a7 = a6 + n;
    FloatVector s0 = FloatVector.zero(SPECIES);
    FloatVector s1 = s0;
    FloatVector s2 = s0;
    FloatVector s3 = s0;
    FloatVector s4 = s0;
    FloatVector s5 = s0;
    FloatVector s6 = s0;
    FloatVector s7 = s0;
    for (int p = 0; p < n; p++) {
      FloatVector row = FloatVector.fromArray(SPECIES, b, p * stride + column);
      s0 = s0.add(row.mul(a[a0 + p]));
      s1 = s1.add(row.mul(a[a1 + p]));
      s2 = s2.add(row.mul(a[a2 + p]));
      s3 = s3.add(row.mul(a[a3 + p]));
      s4 = s4.add(row.mul(a[a4 + p]));
      s5 = s5.add(row.mul(a[a5 + p]));
      s6 = s6.add(row.mul(a[a6 + p]));
      s7 = s7.add(row.mul(a[a7 + p]));
    }
    s0.intoArray(c, at);
    s1.intoArray(c, at + stride);
    s2.intoArray(c, at + 2 * stride);
    s3.intoArray(c, at + 3 * stride);
    s4.intoArray(c, at + 4 * stride);
    s5.intoArray(c, at + 5 * stride);
    s6.intoArray(c, at + 6 * stride);
    s7.intoArray(c, at + 7 * stride);
  }

  private static void oneRow(
      float[] a, int start, int n, float[] b, int column, int stride, float[] c, int at) {
    FloatVector sum = FloatVector.zero(SPECIES);
    for (int p = 0; p < n; p++) {
      sum = sum.add(FloatVector.fromArray(SPECIES, b, p * stride + column).mul(a[start + p]));
    }
    sum.intoArray(c, at);
  }

  static void addTransposed(float[] a, int m, int n, float[] b, int k, int stride, float[] c) {
    int eights = m - m % ROWS;
    for (int j = 0; j < k; j += SPECIES.length()) {
      for (int i = 0; i < eights; i += ROWS) {
        addEight(a, i * n, n, b, i * stride + j, stride, c, j);
      }
      for (int i = eights; i < m; i++) {
        addOne(a, i * n, n, b, i * stride + j, stride, c, j);
      }
    }
  }

  private static void addEight(
      float[] a, int a0, int n, float[] b, int at, int stride, float[] c, int column) {
    int a1 = a0 + n;
    int a2 = a1 + n;
    int a3 = a2 + n;
    int a4 = a3 + n;
    int a5 = a4 + n;
    int a6 = a5 + n;
    int a7 = a6 + n;
    FloatVector b0 = FloatVector.fromArray(SPECIES, b, at);
    FloatVector b1 = FloatVector.fromArray(SPECIES, b, at + stride);
    FloatVector b2 = FloatVector.fromArray(SPECIES, b, at + 2 * stride);
    FloatVector b3 = FloatVector.fromArray(SPECIES, b, at + 3 * stride);
    FloatVector b4 = FloatVector.fromArray(SPECIES, b, at + 4 * stride);
    FloatVector b5 = FloatVector.fromArray(SPECIES, b, at + 5 * stride);
    FloatVector b6 = FloatVector.fromArray(SPECIES, b, at + 6 * stride);
    FloatVector b7 = FloatVector.fromArray(SPECIES, b, at + 7 * stride);
    for (int p = 0; p < n; p++) {
      FloatVector.fromArray(SPECIES, c, p * stride + column)
          .add(b0.mul(a[a0 + p]))
          .add(b1.mul(a[a1 + p]))
          .add(b2.mul(a[a2 + p]))
          .add(b3.mul(a[a3 + p]))
          .add(b4.mul(a[a4 + p]))
          .add(b5.mul(a[a5 + p]))
          .add(b6.mul(a[a6 + p]))
          .add(b7.mul(a[a7 + p]))
          .intoArray(c, p * stride + column);
    }
  }

  private static void addOne(
      float[] a, int start, int n, float[] b, int at, int stride, float[] c, int column) {
    FloatVector row = FloatVector.fromArray(SPECIES, b, at);
    for (int p = 0; p < n; p++) {
      FloatVector.fromArray(SPECIES, c, p * stride + column)
          .add(row.mul(a[start + p]))
          .intoArray(c, p * stride + column);
    }
  }
}
