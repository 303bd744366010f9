package org.filbert.online.recursive;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.filbert.data.DenseRows;
import org.filbert.features.FeatureBlocks;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;

/**
 * Experts and their vote as the formulas have them: all sums are added row by row, and every system
 * is solved by elimination after every row. Of classes; features in double.
 */
final class NaiveExperts {
  private final RecursiveOptions options;
  private final List<Naive> experts = new ArrayList<>();
  private final double[] losses;
  private double fading;

  /** An expert. */
  private static final class Naive {
    final ExpertOptions options;
    final FeatureBlocks blocks;
    final double[][] a;
    double[][] b;
    double[][] w;
    int sinceRenewal;

    Naive(ExpertOptions options, int columns) {
      int p = options.map().outputs();
      this.options = options;
      this.blocks =
          new FeatureBlocks(
              options.map(), Precision.DOUBLE, Backends.choose("java", "plain"), 1 << 20);
      this.a = new double[p][p];
      this.b = new double[p][columns];
      this.w = new double[p][columns];
    }

    double[] features(double[] x) {
      try (Matrix row = Matrix.of(Precision.DOUBLE, 1, x.length, x);
          Matrix z = Matrix.zeros(Precision.DOUBLE, 1, options.map().outputs())) {
        blocks.fill(new DenseRows(row), 0, z.cols(), z);
        return z.row(0);
      }
    }

    double[] score(double[] x) {
      double[] z = features(x);
      double[] f = new double[w[0].length];
      for (int j = 0; j < f.length; j++) {
        for (int i = 0; i < z.length; i++) {
          f[j] += z[i] * w[i][j];
        }
      }
      return f;
    }

    void widen(int columns) {
      for (int i = 0; i < b.length; i++) {
        b[i] = Arrays.copyOf(b[i], columns);
        w[i] = Arrays.copyOf(w[i], columns);
      }
    }

    void learn(double[] z, double[] target, double weight) {
      double f = options.memory();
      scale(a, f);
      scale(b, f);
      for (int i = 0; i < z.length; i++) {
        for (int j = 0; j < z.length; j++) {
          a[i][j] += weight * z[i] * z[j];
        }
        for (int j = 0; j < b[i].length; j++) {
          b[i][j] += weight * z[i] * target[j];
        }
      }
      sinceRenewal++;
      if (sinceRenewal >= Math.min(64, options.map().outputs())
          || Math.pow(f, sinceRenewal) < 0.2) {
        sinceRenewal = 0;
      }
      w = solution(options.ridge() * Math.pow(f, sinceRenewal));
    }

    private static void scale(double[][] matrix, double factor) {
      for (double[] row : matrix) {
        for (int j = 0; j < row.length; j++) {
          row[j] *= factor;
        }
      }
    }

    /** (A + δI)⁻¹·B by Gauss-Jordan elimination. */
    private double[][] solution(double ridge) {
      int p = a.length;
      int k = b[0].length;
      double[][] system = new double[p][];
      for (int i = 0; i < p; i++) {
        system[i] = Arrays.copyOf(a[i], p + k);
        system[i][i] += ridge;
        System.arraycopy(b[i], 0, system[i], p, k);
      }
      for (int i = 0; i < p; i++) {
        for (int r = 0; r < p; r++) {
          double factor = r == i ? 0 : system[r][i] / system[i][i];
          for (int j = i; factor != 0 && j < p + k; j++) {
            system[r][j] -= factor * system[i][j];
          }
        }
      }
      double[][] solution = new double[p][k];
      for (int i = 0; i < p; i++) {
        for (int j = 0; j < k; j++) {
          solution[i][j] = system[i][p + j] / system[i][i];
        }
      }
      return solution;
    }
  }

  NaiveExperts(RecursiveOptions options, int columns) {
    this.options = options;
    this.losses = new double[options.experts().size()];
    options.experts().forEach(each -> experts.add(new Naive(each, columns)));
  }

  void widen(int columns) {
    experts.forEach(each -> each.widen(columns));
  }

  double[] weights() {
    double[] weights = new double[losses.length];
    double sum = 0;
    for (int e = 0; e < weights.length; e++) {
      weights[e] = fading == 0 ? 1 : Math.exp(-options.rate() * losses[e] / fading);
      sum += weights[e];
    }
    for (int e = 0; e < weights.length; e++) {
      weights[e] /= sum;
    }
    return weights;
  }

  /** The scores of the vote. */
  double[] score(double[] x) {
    double[] weights = weights();
    double[] sum = new double[experts.get(0).w[0].length];
    for (int e = 0; e < weights.length; e++) {
      double[] f = experts.get(e).score(x);
      for (int j = 0; j < f.length; j++) {
        sum[j] += weights[e] * f[j];
      }
    }
    return sum;
  }

  /** Learns from a row with a one-hot target. The vote is not weighted. */
  void learn(double[] x, double[] target, double weight) {
    for (int e = 0; e < losses.length; e++) {
      double[] f = experts.get(e).score(x);
      double loss = 0;
      for (int j = 0; j < f.length; j++) {
        double cut = Math.max(0, Math.min(1, f[j]));
        loss += (cut - target[j]) * (cut - target[j]);
      }
      losses[e] = 0.995 * losses[e] + 0.005 * loss;
    }
    fading = 0.995 * fading + 0.005;
    experts.forEach(each -> each.learn(each.features(x), target, weight));
  }
}
