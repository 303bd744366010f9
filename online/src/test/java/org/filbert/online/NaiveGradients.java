package org.filbert.online;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.PermutationSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.filbert.kernel.Gaussian;
import org.filbert.random.Draws;
import org.filbert.random.Purpose;

/**
 * Doubly stochastic gradients for a gaussian kernel as the papers write them: one thread, loops
 * over everything, every coefficient shrunk at every step.
 */
final class NaiveGradients {
  private final GradientOptions options;
  private final int d;
  private final int frequencies;
  private final int k;

  /** Coefficients of each block, 2F×k. */
  final List<double[][]> a = new ArrayList<>();

  /** Their places in the series of all blocks. */
  private final List<Integer> numbers = new ArrayList<>();

  /** Place of the next new block. */
  private int next;

  /** Accumulated step·gradient of each block, of the first column. */
  final List<Double> beta = new ArrayList<>();

  private double largest;
  private double variance = Double.NaN;
  private int step;

  NaiveGradients(GradientOptions options, int columns) {
    this.options = options;
    this.d = options.map().inputs();
    this.frequencies = options.map().outputs() / 2;
    this.k = columns;
  }

  double[] phi(double[] x, int j) {
    double sigma = ((Gaussian) options.map().kernel()).sigma();
    double[] phi = new double[2 * frequencies];
    for (int i = 0; i < frequencies; i++) {
      UniformRandomProvider random =
          Draws.stream(options.map().seed(), Purpose.FREQUENCY, (long) j * frequencies + i);
      var normal = ZigguratSampler.NormalizedGaussian.of(random);
      double argument = 0;
      for (int f = 0; f < d; f++) {
        argument += x[f] * (normal.sample() / sigma);
      }
      phi[2 * i] = Math.cos(argument) / Math.sqrt(frequencies);
      phi[2 * i + 1] = Math.sin(argument) / Math.sqrt(frequencies);
    }
    return phi;
  }

  double[] scores(double[] x) {
    double[] f = new double[k];
    for (int j = 0; j < a.size(); j++) {
      double[] phi = phi(x, numbers.get(j));
      for (int i = 0; i < phi.length; i++) {
        for (int c = 0; c < k; c++) {
          f[c] += phi[i] * a.get(j)[i][c];
        }
      }
    }
    return f;
  }

  /** Learns from a batch; answers the size of the step. */
  double learn(double[][] x, double[][] y) {
    double[][] g = new double[x.length][];
    double mean = 0;
    for (int i = 0; i < x.length; i++) {
      g[i] = options.loss().gradient(scores(x[i]), y[i]);
      mean += g[i][0] / x.length;
      double norm2 = 0;
      for (double value : g[i]) {
        norm2 += value * value;
      }
      largest = Math.max(largest, Math.sqrt(norm2));
    }
    if (step == 0) {
      variance = variance(x);
    }
    step++;
    double gamma = options.step().at(step);
    double size = gamma;
    int m = a.size();
    int block = m;
    UniformRandomProvider random =
        Draws.stream(options.map().seed(), Purpose.BLOCK_CHOICE, step - 1);
    boolean full = m == options.maxBlocks();
    if (m > 0 && options.algorithm() instanceof Algorithm.Dsg) {
      block = full ? random.nextInt(m) : m;
    } else if (m > 0 && options.algorithm() instanceof Algorithm.Udsg udsg) {
      boolean old = (step - 1) % (udsg.added() + udsg.updated()) >= udsg.added();
      block = old || full ? random.nextInt(m) : m;
    } else if (m > 0 && options.algorithm() instanceof Algorithm.InequalityCdsg) {
      double bound = options.loss().gradientBound(1);
      double noise = Math.pow(Double.isFinite(bound) ? bound : largest, 2) * variance / x.length;
      double longest = gamma;
      int best = -1;
      for (int j = 0; j < m; j++) {
        double root = root(beta.get(j), mean, noise, gamma);
        if (root > longest) {
          longest = root;
          best = j;
        }
      }
      size = best < 0 ? gamma : Math.min(longest, 5 * gamma);
      block = best >= 0 ? best : full ? random.nextInt(m) : m;
    } else if (m > 0 && options.algorithm() instanceof Algorithm.Cdsg cdsg) {
      double strongest = full ? -1 : 1.05 * strength(x, g, next);
      for (int j : new PermutationSampler(random, m, Math.min(cdsg.candidates(), m)).sample()) {
        double strength = strength(x, g, numbers.get(j));
        if (strength > strongest) {
          strongest = strength;
          block = j;
        }
      }
    }
    boolean compared = m > 0 && options.algorithm() instanceof Algorithm.Cdsg && !full;
    if (block == m) {
      numbers.add(next);
    }
    next += block == m || compared ? 1 : 0;
    update(block, size, x, g, mean);
    return size;
  }

  private void update(int block, double size, double[][] x, double[][] g, double mean) {
    for (int j = 0; j < a.size(); j++) {
      for (double[] row : a.get(j)) {
        for (int c = 0; c < k; c++) {
          row[c] *= 1 - size * options.lambda();
        }
      }
      beta.set(j, beta.get(j) * (1 - size * options.lambda()));
    }
    if (block == a.size()) {
      a.add(new double[2 * frequencies][k]);
      beta.add(0.0);
    }
    double[][] gradient = gradient(x, g, numbers.get(block));
    for (int i = 0; i < gradient.length; i++) {
      for (int c = 0; c < k; c++) {
        a.get(block)[i][c] -= size / x.length * gradient[i][c];
      }
    }
    beta.set(block, beta.get(block) - size * mean);
  }

  private double[][] gradient(double[][] x, double[][] g, int j) {
    double[][] gradient = new double[2 * frequencies][k];
    for (int r = 0; r < x.length; r++) {
      double[] phi = phi(x[r], j);
      for (int i = 0; i < phi.length; i++) {
        for (int c = 0; c < k; c++) {
          gradient[i][c] += phi[i] * g[r][c];
        }
      }
    }
    return gradient;
  }

  private double strength(double[][] x, double[][] g, int j) {
    double sum = 0;
    for (double[] row : gradient(x, g, j)) {
      for (double value : row) {
        sum += value * value;
      }
    }
    return sum;
  }

  /** -η for the most negative η with 2(β + ηg)² + 4η²M²σ²/(Bc²) = β² + γ²g², c = 2. */
  private static double root(double beta, double g, double noise, double gamma) {
    double a = 2 * g * g + noise;
    double b = 4 * beta * g;
    double c = beta * beta - gamma * gamma * g * g;
    double root = Math.sqrt(Math.max(0, b * b - 4 * a * c));
    boolean within = root > 0 && (b - root) / (2 * a) <= 5 * gamma;
    return within ? (b + root) / (2 * a) : 0;
  }

  private double variance(double[][] x) {
    double sum = 0;
    int n = Math.min(200, x.length);
    for (int r = 0; r < n; r++) {
      for (int q = 0; q < n; q++) {
        double[] left = phi(x[r], 0);
        double[] right = phi(x[q], 0);
        double estimate = 0;
        double distance2 = 0;
        for (int i = 0; i < left.length; i++) {
          estimate += left[i] * right[i];
        }
        for (int f = 0; f < d; f++) {
          distance2 += (x[r][f] - x[q][f]) * (x[r][f] - x[q][f]);
        }
        sum += Math.pow(estimate - options.map().kernel().of(distance2), 2);
      }
    }
    return sum / n / n;
  }
}
