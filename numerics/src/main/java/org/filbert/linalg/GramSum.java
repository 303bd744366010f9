package org.filbert.linalg;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Takes products of rows into a symmetric matrix in double, of which some rows are given, up to the
 * diagonal:
 *
 * <pre>
 *   A ← s (A + ZᵀZ)
 * </pre>
 *
 * <p>The products of the rows Z are single, and their sum with A is double. A task is {@value
 * #PANEL} rows of A: the bits do not depend on the number of threads.
 */
public final class GramSum {
  private static final int PANEL = 256;

  private final Blas blas;
  private final Backend backend;
  private final int threads;

  /**
   * @param threads of this process that work, the caller's among them; the BLAS should use one
   */
  public GramSum(Backend backend, int threads) {
    Operands.threads(threads);
    this.blas = backend.uncounted();
    this.backend = backend;
    this.threads = threads;
  }

  /**
   * Overwrites rows of A. k·m·(2·from + m) operations for m of them and k rows of Z.
   *
   * @param s factor of the sum
   * @param z k rows of as many columns as A has, or more; single
   * @param from the first of these rows of A
   * @param a these rows, of from + m columns; double
   */
  public void add(double s, Matrix z, int from, Matrix a) {
    int panels = (a.rows() + PANEL - 1) / PANEL;
    Queue<Matrix> products = new ConcurrentLinkedQueue<>(); // one for each thread
    try {
      // The longest rows come first, so that no thread is left with them.
      OrderedTasks.run(
          threads,
          panels,
          (task, all) -> {
            Matrix known = products.poll();
            Matrix product =
                known != null
                    ? known
                    : Matrix.zeros(Precision.SINGLE, Math.min(PANEL, a.rows()), a.cols());
            addPanel(s, z, from, a, (panels - 1 - task) * PANEL, product);
            products.add(product);
          });
    } finally {
      products.forEach(Matrix::close);
    }
    backend.meter().count((double) z.rows() * a.rows() * (2.0 * from + a.rows()));
  }

  private void addPanel(double s, Matrix z, int from, Matrix a, int first, Matrix product) {
    int rows = Math.min(PANEL, a.rows() - first);
    int left = from + first;
    Matrix own = z.columns(left, left + rows);
    if (left > 0) {
      Matrix beside = product.rows(0, rows).columns(0, left);
      blas.gemm(true, false, 1, own, z.columns(0, left), 0, beside);
    }
    blas.syrk(true, 1, own, 0, product.rows(0, rows).columns(left, left + rows));
    double[] sum = new double[left + rows];
    float[] summand = new float[left + rows];
    for (int i = 0; i < rows; i++) {
      int length = left + i + 1;
      Matrix row = a.rows(first + i, first + i + 1).columns(0, length);
      row.read(0, 1, sum);
      product.rows(i, i + 1).columns(0, length).read(0, 1, summand);
      for (int j = 0; j < length; j++) {
        sum[j] = s * (sum[j] + summand[j]);
      }
      row.write(0, 1, sum);
    }
  }
}
