package org.filbert.model;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.filbert.data.Features;
import org.filbert.data.Outputs;
import org.filbert.data.Rows;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.Laplacian;
import org.filbert.kernel.PoweredExponential;

/**
 * Exact Shapley values of predictions by a kernel that is a product over the inputs, κ(x, z) = Π_j
 * κ_j(x_j, z_j). What a set S of inputs predicts is f without the factors of the others:
 *
 * <pre>
 *   v(S) = Σ_i α_i Π_{j∈S} κ_ij      κ_ij = κ_j(x_j, x_ij)
 *   φ_j  = Σ_{S∌j} |S|!·(d - |S| - 1)!/d! · (v(S ∪ {j}) - v(S))
 *        = Σ_i α_i (κ_ij - 1) ∫₀¹ Π_{l≠j} (1 - t + t·κ_il) dt
 * </pre>
 *
 * <p>so that Σ_j φ_j = f(x) - v(∅), and v(∅) = Σ_i α_i. Features that a column of a table becomes
 * count as one input. Of targets whose logarithms are learned, baseline and values are those of the
 * logarithm.
 *
 * <p>Implementation note: the weights of the sets are values of the beta function, ∫ t^s (1 -
 * t)^(d-1-s) dt, so the sum over all sets of one size, an elementary symmetric polynomial, need not
 * be formed. The integrand is a polynomial of degree d - 1 with positive factors, which
 * Gauss-Legendre's rule of ⌈d/2⌉ nodes integrates exactly and without cancellation: n·d² operations
 * a row.
 *
 * <p>M. Mohammadi et al. 2025, <i>Computing exact Shapley values in polynomial time for product
 * kernel methods</i>, arXiv 2505.16516.
 */
final class ShapleyValues implements Explanation {
  private final RowEncoder preprocessing;
  private final KernelExpansion model;
  private final Outputs outputs;
  private final List<String> names;
  private final int[] inputOfFeature;
  private final double[][] centres;
  private final double[] nodes;
  private final double[] weights;

  /**
   * Prepares explanations.
   *
   * @param inputOfFeature the input that each feature belongs to
   * @param names of the inputs
   */
  ShapleyValues(
      RowEncoder preprocessing,
      KernelExpansion model,
      Outputs outputs,
      int[] inputOfFeature,
      List<String> names) {
    this.preprocessing = preprocessing;
    this.model = model;
    this.outputs = outputs;
    this.names = List.copyOf(names);
    this.inputOfFeature = inputOfFeature.clone();
    this.centres =
        IntStream.range(0, model.centres().count())
            .mapToObj(model.centres()::row)
            .toArray(double[][]::new);
    int m = (names.size() + 1) / 2;
    this.nodes = new double[m];
    this.weights = new double[m];
    gaussLegendre(nodes, weights);
  }

  /** Whether a model has a kernel that is a product over its inputs. */
  static boolean explains(TrainedModel model) {
    return model.model() instanceof KernelExpansion expansion
        && isProduct(expansion.kernel())
        && !(model.preprocessing() instanceof LearnedMetric metric && metric.full());
  }

  /** Prepares explanations of the predictions of such a model. */
  static ShapleyValues of(TrainedModel model) {
    ExplainedInputs inputs = ExplainedInputs.of(model.preprocessing());
    return new ShapleyValues(
        model.preprocessing(),
        (KernelExpansion) model.model(),
        model.outputs(),
        inputs.ofFeature(),
        inputs.names());
  }

  private static boolean isProduct(Kernel kernel) {
    return kernel instanceof Gaussian
        || kernel instanceof Laplacian
        || (kernel instanceof PoweredExponential powered && powered.p() == powered.q());
  }

  @Override
  public List<String> names() {
    return names;
  }

  @Override
  public boolean sampled() {
    return false;
  }

  @Override
  public double[] of(Features record, int output) {
    return of(preprocessing.apply(List.of(record)), 0, output);
  }

  /** Explains a score of a preprocessed row. */
  double[] of(Rows rows, int row, int output) {
    double[] x = rows.row(row);
    int d = names.size();
    double[] explained = new double[d + 1];
    double[] kappa = new double[d];
    for (int i = 0; i < centres.length; i++) {
      double alpha = model.alpha().get(i, output);
      factors(x, centres[i], kappa);
      explained[0] += alpha;
      for (int q = 0; q < nodes.length; q++) {
        double t = nodes[q];
        double product = alpha * weights[q];
        for (int j = 0; j < d; j++) {
          product *= 1 - t + t * kappa[j];
        }
        for (int j = 0; j < d; j++) {
          explained[j + 1] += (kappa[j] - 1) * product / (1 - t + t * kappa[j]);
        }
      }
    }
    return ExplainedInputs.inUnits(explained, outputs, output);
  }

  /** The factor κ_j of each input. */
  private void factors(double[] x, double[] z, double[] kappa) {
    Kernel kernel = model.kernel();
    double[] statistic = new double[kappa.length];
    for (int j = 0; j < x.length; j++) {
      statistic[inputOfFeature[j]] += Math.pow(Math.abs(x[j] - z[j]), kernel.power());
    }
    Arrays.setAll(kappa, j -> kernel.of(statistic[j]));
  }

  /** The nodes and weights of m points on [0, 1], by Newton's method on Legendre's polynomial. */
  private static void gaussLegendre(double[] nodes, double[] weights) {
    int m = nodes.length;
    for (int i = 0; i < m; i++) {
      double x = Math.cos(Math.PI * (i + 0.75) / (m + 0.5));
      double slope = 1;
      for (int step = 0; step < 100; step++) {
        double before = 1;
        double value = x;
        for (int k = 2; k <= m; k++) {
          double next = ((2 * k - 1) * x * value - (k - 1) * before) / k;
          before = value;
          value = next;
        }
        slope = m * (x * value - before) / (x * x - 1);
        double change = value / slope;
        x -= change;
        if (Math.abs(change) < 1e-15) {
          break;
        }
      }
      nodes[i] = (1 + x) / 2;
      weights[i] = 1 / ((1 - x * x) * slope * slope);
    }
  }
}
