package org.filbert.linalg;

/**
 * BLAS in plain Java, for platforms without natives and as a reference. Operands are copied block
 * by block into arrays that stay in the cache, and products are summed in double whatever the
 * precision; results are rounded when a block is written.
 */
final class JavaBlas implements Blas {
  /** Edge of the blocks of C: with the panels of A and B, 0.8 MiB of doubles. */
  private static final int BLOCK = 256;

  /** Depth of the panels of A and B. */
  private static final int DEPTH = 64;

  private static final int FACTOR_BLOCK = 64;

  @Override
  public String name() {
    return "java";
  }

  /** Checked only: a call uses one thread. */
  @Override
  public void setThreads(int threads) {
    Operands.threads(threads);
  }

  @Override
  public void gemm(
      boolean transposeA,
      boolean transposeB,
      double alpha,
      Matrix a,
      Matrix b,
      double beta,
      Matrix c) {
    Operands.gemm(transposeA, transposeB, a, b, c);
    for (int j = 0; j < c.cols(); j += BLOCK) {
      int nextJ = Math.min(j + BLOCK, c.cols());
      Matrix right = transposeB ? b.rows(j, nextJ) : b.columns(j, nextJ);
      for (int i = 0; i < c.rows(); i += BLOCK) {
        int nextI = Math.min(i + BLOCK, c.rows());
        Matrix left = transposeA ? a.columns(i, nextI) : a.rows(i, nextI);
        Matrix target = c.rows(i, nextI).columns(j, nextJ);
        double[] sum = scaled(beta, target);
        addProduct(transposeA, transposeB, alpha, left, right, sum);
        target.write(0, target.rows(), sum);
      }
    }
  }

  @Override
  public void syrk(boolean transpose, double alpha, Matrix a, double beta, Matrix c) {
    Operands.syrk(transpose, a, c);
    for (int i = 0; i < c.rows(); i += BLOCK) {
      int nextI = Math.min(i + BLOCK, c.rows());
      Matrix left = transpose ? a.columns(i, nextI) : a.rows(i, nextI);
      Matrix before = transpose ? a.columns(0, i) : a.rows(0, i);
      gemm(transpose, !transpose, alpha, left, before, beta, c.rows(i, nextI).columns(0, i));
      Matrix diagonal = c.rows(i, nextI).columns(i, nextI);
      double[] old = diagonal.toArray();
      double[] sum = scaled(beta, diagonal);
      addProduct(transpose, !transpose, alpha, left, left, sum);
      int size = nextI - i;
      for (int row = 0; row < size; row++) {
        System.arraycopy(sum, row * size, old, row * size, row + 1);
      }
      diagonal.write(0, size, old);
    }
  }

  @Override
  public void cholesky(Matrix a) {
    Operands.cholesky(a);
    int n = a.rows();
    for (int from = 0; from < n; from += FACTOR_BLOCK) {
      int to = Math.min(from + FACTOR_BLOCK, n);
      Matrix diagonal = a.rows(from, to).columns(from, to);
      Matrix left = a.rows(from, to).columns(0, from);
      syrk(false, -1, left, 1, diagonal);
      factor(diagonal, from, n);
      Matrix below = a.rows(to, n).columns(from, to);
      gemm(false, true, -1, a.rows(to, n).columns(0, from), left, 1, below);
      trsm(true, true, diagonal, below);
    }
  }

  @Override
  public double[] eigen(Matrix a) {
    Operands.symmetric(a);
    SymmetricEigen eigen = new SymmetricEigen(a.toArray(), a.rows());
    a.write(0, a.rows(), eigen.vectors());
    return eigen.values();
  }

  /** Factors one diagonal block in place. */
  private static void factor(Matrix block, int first, int size) {
    int n = block.rows();
    double[] l = block.toArray();
    for (int j = 0; j < n; j++) {
      for (int i = j; i < n; i++) {
        double sum = l[i * n + j];
        for (int p = 0; p < j; p++) {
          sum -= l[i * n + p] * l[j * n + p];
        }
        if (i > j) {
          l[i * n + j] = sum / l[j * n + j];
        } else if (sum > 0) {
          l[j * n + j] = Math.sqrt(sum);
        } else {
          throw new NotPositiveDefiniteException(first + j, size);
        }
      }
    }
    block.write(0, n, l);
  }

  /** With L on the right, Bᵀ ← op(L)⁻ᵀ·Bᵀ by pieces. */
  @Override
  public void trsm(boolean right, boolean transpose, Matrix l, Matrix b) {
    Operands.trsm(right, l, b);
    if (!right) {
      solve(transpose, l, b);
      return;
    }
    for (int i = 0; i < b.rows(); i += BLOCK) {
      Matrix piece = b.rows(i, Math.min(i + BLOCK, b.rows()));
      int count = piece.rows();
      try (Matrix turned = Matrix.of(b.precision(), l.rows(), count, panel(true, piece))) {
        solve(!transpose, l, turned);
        piece.write(0, count, panel(true, turned));
      }
    }
  }

  private void solve(boolean transpose, Matrix l, Matrix b) {
    int n = l.rows();
    int blocks = (n + FACTOR_BLOCK - 1) / FACTOR_BLOCK;
    for (int block = 0; block < blocks; block++) {
      int from = (transpose ? blocks - 1 - block : block) * FACTOR_BLOCK;
      int to = Math.min(from + FACTOR_BLOCK, n);
      Matrix rows = b.rows(from, to);
      double[] diagonal = l.rows(from, to).columns(from, to).toArray();
      if (transpose) {
        gemm(true, false, -1, l.rows(to, n).columns(from, to), b.rows(to, n), 1, rows);
        solveBackward(diagonal, rows);
      } else {
        gemm(false, false, -1, l.rows(from, to).columns(0, from), b.rows(0, from), 1, rows);
        solveForward(diagonal, rows);
      }
    }
  }

  private static void solveForward(double[] l, Matrix b) {
    int n = b.rows();
    int k = b.cols();
    double[] x = b.toArray();
    for (int i = 0; i < n; i++) {
      for (int p = 0; p < i; p++) {
        addScaled(-l[i * n + p], x, p * k, x, i * k, k);
      }
      divide(x, i * k, k, l[i * n + i]);
    }
    b.write(0, n, x);
  }

  private static void solveBackward(double[] l, Matrix b) {
    int n = b.rows();
    int k = b.cols();
    double[] x = b.toArray();
    for (int i = n - 1; i >= 0; i--) {
      for (int p = i + 1; p < n; p++) {
        addScaled(-l[p * n + i], x, p * k, x, i * k, k);
      }
      divide(x, i * k, k, l[i * n + i]);
    }
    b.write(0, n, x);
  }

  private static void addScaled(double scale, double[] x, int xAt, double[] y, int yAt, int n) {
    for (int j = 0; j < n; j++) {
      y[yAt + j] += scale * x[xAt + j];
    }
  }

  private static void divide(double[] x, int at, int n, double divisor) {
    for (int j = at; j < at + n; j++) {
      x[j] /= divisor;
    }
  }

  /** beta·C as an array; C is not read if beta is 0. */
  private static double[] scaled(double beta, Matrix c) {
    if (beta == 0) {
      return new double[c.rows() * c.cols()];
    }
    double[] values = c.toArray();
    if (beta != 1) {
      for (int i = 0; i < values.length; i++) {
        values[i] *= beta;
      }
    }
    return values;
  }

  /** sum ← sum + alpha·op(A)·op(B), panel by panel. */
  private static void addProduct(
      boolean transposeA, boolean transposeB, double alpha, Matrix a, Matrix b, double[] sum) {
    int depth = transposeA ? a.rows() : a.cols();
    int m = transposeA ? a.cols() : a.rows();
    int n = transposeB ? b.rows() : b.cols();
    for (int p = 0; p < depth; p += DEPTH) {
      int nextP = Math.min(p + DEPTH, depth);
      double[] left = panel(transposeA, transposeA ? a.rows(p, nextP) : a.columns(p, nextP));
      double[] right = panel(transposeB, transposeB ? b.columns(p, nextP) : b.rows(p, nextP));
      for (int i = 0; i < m; i++) {
        addRow(alpha, left, i * (nextP - p), nextP - p, right, n, sum, i * n);
      }
    }
  }

  private static double[] panel(boolean transpose, Matrix matrix) {
    double[] values = matrix.toArray();
    if (!transpose) {
      return values;
    }
    int rows = matrix.rows();
    int cols = matrix.cols();
    double[] transposed = new double[values.length];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        transposed[j * rows + i] = values[i * cols + j];
      }
    }
    return transposed;
  }

  /** One row of the product, four terms of the inner sum at a time. */
  private static void addRow(
      double alpha,
      double[] left,
      int leftAt,
      int depth,
      double[] right,
      int n,
      double[] sum,
      int sumAt) {
    int p = 0;
    for (; p + 4 <= depth; p += 4) {
      double l0 = alpha * left[leftAt + p];
      double l1 = alpha * left[leftAt + p + 1];
      double l2 = alpha * left[leftAt + p + 2];
      double l3 = alpha * left[leftAt + p + 3];
      int r0 = p * n;
      int r1 = r0 + n;
      int r2 = r1 + n;
      int r3 = r2 + n;
      for (int j = 0; j < n; j++) {
        sum[sumAt + j] +=
            l0 * right[r0 + j] + l1 * right[r1 + j] + l2 * right[r2 + j] + l3 * right[r3 + j];
      }
    }
    for (; p < depth; p++) {
      addScaled(alpha * left[leftAt + p], right, p * n, sum, sumAt, n);
    }
  }
}
