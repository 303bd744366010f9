package org.filbert.selection;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.filbert.calibration.Softmax;
import org.filbert.data.Outputs;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Blas;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;

/**
 * Targets of more than two classes that are learned in place of ±1. By least squares the scores of
 * a class that lies between others never become the highest, however well they tell where it is
 * (Hastie, Tibshirani, Buja. Flexible discriminant analysis by optimal scoring. 1994). A map W (k ×
 * k) of the scores f of left-out rows makes them logits:
 *
 * <pre>
 *   p_c ∝ exp((f·W)_c)        least  -Σ_i q_i·log p_(label i)
 * </pre>
 *
 * <p>As a solution of the square loss is linear in its targets, f·W is the solution of the targets
 * Y·W. They are one row of k numbers for each class. The targets ±1 of each class are among the
 * rows f once, so that W is finite, and each class wins by its own targets.
 *
 * <p>The least is found by accelerated steps with the bound ½·fᵀ·diag(q)·f of the Hessian (Böhning.
 * Multinomial logistic regression algorithm. 1992), which begin anew where the loss rises.
 *
 * @param w W, row by row
 */
record ClassCodes(double[] w, int k) {
  private static final int MOST_STEPS = 300;
  private static final int LEAST_STEPS = 20;
  private static final double ACCURACY = 1e-6;

  /** Keeps the bound invertible, as a share of its trace. */
  private static final double RIDGE = 1e-9;

  /**
   * Fits W.
   *
   * @param f scores of left-out rows, k for each
   * @param labels the class of each row
   * @param weights of the rows
   */
  static ClassCodes fit(double[] f, int k, int[] labels, double[] weights, Backend backend) {
    int n = labels.length;
    double[] z = Arrays.copyOf(f, (n + k) * k);
    double[] q = Arrays.copyOf(weights, n + k);
    int[] classes = Arrays.copyOf(labels, n + k);
    double all = Arrays.stream(weights).sum();
    for (int c = 0; c < k; c++) {
      q[n + c] = all / n;
      classes[n + c] = c;
      for (int j = 0; j < k; j++) {
        z[(n + c) * k + j] = j == c ? 1 : -1;
      }
    }
    for (int i = 0; i < q.length; i++) {
      q[i] /= all;
    }
    double s = Softmax.fit(f, k, labels, weights).s();
    double[] start = new double[k * k];
    for (int c = 0; c < k; c++) {
      start[c * k + c] = s;
    }
    try (Matrix rows = Matrix.of(Precision.DOUBLE, n + k, k, z);
        Descent descent = new Descent(rows, q, classes, backend.blas())) {
      return new ClassCodes(descent.from(start), k);
    }
  }

  /** The scores that the targets of the classes would have given. */
  double[] scores(double[] f) {
    double unit = unit();
    return Arrays.stream(map(f)).map(score -> score / unit).toArray();
  }

  /** The targets of the classes, k for each; the largest number is ±1. */
  double[] targets() {
    return scores(plain());
  }

  /** Whether the targets of each class stand for it. */
  boolean consistent() {
    double[] targets = targets();
    return IntStream.range(0, k).allMatch(c -> Outputs.Classes.winner(targets, c * k, k) == c);
  }

  private double unit() {
    double largest = Arrays.stream(map(plain())).map(Math::abs).max().orElse(0);
    return largest > 0 ? largest : 1;
  }

  private double[] plain() {
    double[] plain = new double[k * k];
    Arrays.fill(plain, -1);
    for (int c = 0; c < k; c++) {
      plain[c * k + c] = 1;
    }
    return plain;
  }

  /** f·W. */
  private double[] map(double[] f) {
    double[] mapped = new double[f.length];
    for (int from = 0; from < f.length; from += k) {
      for (int j = 0; j < k; j++) {
        for (int c = 0; c < k; c++) {
          mapped[from + c] += f[from + j] * w[j * k + c];
        }
      }
    }
    return mapped;
  }

  /** The descent to the least loss. */
  private static final class Descent implements AutoCloseable {
    private final Matrix rows;
    private final double[] q;
    private final int[] classes;
    private final Blas blas;
    private final int k;
    private final double others;
    private final Matrix factor;
    private final Matrix logits;
    private final double[] p;

    Descent(Matrix rows, double[] q, int[] classes, Blas blas) {
      this.rows = rows;
      this.q = q;
      this.classes = classes;
      this.blas = blas;
      this.k = rows.cols();
      this.others = 1.0 / (rows.rows() + 2) / (k - 1);
      this.factor = Matrix.zeros(Precision.DOUBLE, k, k);
      this.logits = Matrix.zeros(Precision.DOUBLE, rows.rows(), k);
      this.p = new double[rows.rows() * k];
      bound();
    }

    private void bound() {
      try (Matrix weighted = rows.copy(Precision.DOUBLE)) {
        for (int i = 0; i < q.length; i++) {
          double root = Math.sqrt(q[i] / 2);
          weighted.write(
              i, i + 1, Arrays.stream(weighted.row(i)).map(value -> root * value).toArray());
        }
        blas.syrk(true, 1, weighted, 0, factor);
      }
      double trace = IntStream.range(0, k).mapToDouble(c -> factor.get(c, c)).sum();
      for (int c = 0; c < k; c++) {
        factor.set(c, c, factor.get(c, c) + RIDGE * trace);
      }
      blas.cholesky(factor);
    }

    double[] from(double[] start) {
      double[] w = start;
      double[] ahead = start;
      double loss = loss(start);
      double t = 1;
      for (int step = 0; step < MOST_STEPS; step++) {
        loss(ahead);
        double[] next = stepped(ahead);
        double nextLoss = loss(next);
        if (!(nextLoss <= loss)) {
          if (t == 1) {
            break;
          }
          ahead = w;
          t = 1;
          continue;
        }
        double nextT = (1 + Math.sqrt(1 + 4 * t * t)) / 2;
        double momentum = (t - 1) / nextT;
        double[] before = w;
        ahead = next.clone();
        for (int at = 0; at < ahead.length; at++) {
          ahead[at] += momentum * (next[at] - before[at]);
        }
        w = next;
        t = nextT;
        boolean ends = step >= LEAST_STEPS && loss - nextLoss < ACCURACY * nextLoss;
        loss = nextLoss;
        if (ends) {
          break;
        }
      }
      return w;
    }

    /** The loss of W, and p for a step. */
    private double loss(double[] w) {
      try (Matrix map = Matrix.of(Precision.DOUBLE, k, k, w)) {
        blas.gemm(false, false, 1, rows, map, 0, logits);
      }
      logits.read(0, classes.length, p);
      double loss = 0;
      for (int i = 0; i < classes.length; i++) {
        int from = i * k;
        double largest = p[from];
        for (int c = 1; c < k; c++) {
          largest = Math.max(largest, p[from + c]);
        }
        double sum = 0;
        double target = 0;
        for (int c = 0; c < k; c++) {
          double z = p[from + c] - largest;
          target += target(i, c) * z;
          p[from + c] = Math.exp(z);
          sum += p[from + c];
        }
        loss += q[i] * (Math.log(sum) - target);
        for (int c = 0; c < k; c++) {
          p[from + c] /= sum;
        }
      }
      return loss;
    }

    private double target(int i, int c) {
      return c == classes[i] ? 1 - (k - 1) * others : others;
    }

    private double[] stepped(double[] w) {
      for (int at = 0; at < p.length; at++) {
        int i = at / k;
        p[at] = q[i] * (p[at] - target(i, at % k));
      }
      logits.write(0, classes.length, p);
      try (Matrix gradient = Matrix.zeros(Precision.DOUBLE, k, k)) {
        blas.gemm(true, false, 1, rows, logits, 0, gradient);
        blas.solveCholesky(factor, gradient);
        double[] next = gradient.toArray();
        for (int at = 0; at < next.length; at++) {
          next[at] = w[at] - next[at];
        }
        return next;
      }
    }

    @Override
    public void close() {
      factor.close();
      logits.close();
    }
  }
}
