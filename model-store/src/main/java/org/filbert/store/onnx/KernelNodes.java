package org.filbert.store.onnx;

import java.util.Arrays;
import org.filbert.data.DenseRows;
import org.filbert.data.Rows;
import org.filbert.kernel.Cauchy;
import org.filbert.kernel.Exponential;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.Laplacian;
import org.filbert.kernel.Linear;
import org.filbert.kernel.Matern;
import org.filbert.kernel.Polynomial;
import org.filbert.kernel.PoweredExponential;
import org.filbert.model.KernelExpansion;

/** Σ_i κ(x, z_i)·α_i over the centres z of an expansion, which may be landmarks. */
record KernelNodes(Graph graph, Rows centres) {
  /** Scores of rows x. */
  static Tensor of(Graph graph, KernelExpansion expansion, Tensor x) {
    KernelNodes nodes = new KernelNodes(graph, expansion.centres());
    return nodes.values(expansion.kernel(), x).product(graph.matrix(expansion.alpha()));
  }

  private Tensor values(Kernel kernel, Tensor x) {
    if (kernel instanceof Linear) {
      return x.product(matrix().transposed());
    } else if (kernel instanceof Polynomial polynomial) {
      return x.product(matrix().transposed())
          .times(polynomial.gamma())
          .plus(polynomial.c())
          .power(polynomial.degree());
    } else if (kernel instanceof Gaussian gaussian) {
      return squares(x).times(-1 / (2 * gaussian.sigma() * gaussian.sigma())).exp();
    } else if (kernel instanceof Exponential exponential) {
      return squares(x).sqrt().times(-1 / exponential.sigma()).exp();
    } else if (kernel instanceof Cauchy cauchy) {
      Tensor r = squares(x).times(1 / (cauchy.sigma() * cauchy.sigma()));
      return r.plus(1).power(-1);
    } else if (kernel instanceof Matern matern) {
      return matern(squares(x).sqrt().times(Math.sqrt(2 * matern.nu()) / matern.sigma()), matern);
    } else if (kernel instanceof Laplacian laplacian) {
      return powers(x, 1).times(-1 / laplacian.sigma()).exp();
    } else if (kernel instanceof PoweredExponential powered) {
      Tensor sums = powered.p() == 2 ? squares(x) : powers(x, powered.p());
      double q = powered.q();
      return sums.power(q / powered.p()).times(-Math.pow(powered.sigma(), -q)).exp();
    }
    throw new IllegalArgumentException("no export to ONNX for the kernel " + kernel);
  }

  private static Tensor matern(Tensor r, Matern kernel) {
    Tensor decay = r.times(-1).exp();
    if (kernel.nu() == 0.5) {
      return decay;
    }
    Tensor polynomial = r.plus(1);
    return decay.times(
        kernel.nu() == 1.5 ? polynomial : polynomial.plus(r.times(r).times(1.0 / 3)));
  }

  /** Z, one row for each centre. */
  private Tensor matrix() {
    if (centres instanceof DenseRows dense) {
      return graph.matrix(dense.matrix());
    }
    int d = centres.features();
    graph.requireRoom((long) centres.count() * d * Double.BYTES);
    double[] values = new double[Math.multiplyExact(centres.count(), d)];
    for (int i = 0; i < centres.count(); i++) {
      System.arraycopy(centres.row(i), 0, values, i * d, d);
    }
    return graph.doubles(values, centres.count(), d);
  }

  /** ‖x - z‖² = ‖x‖² + ‖z‖² - 2·xᵀz, from the mean of the centres on so that little cancels. */
  private Tensor squares(Tensor x) {
    double[] mean = new double[centres.features()];
    for (int i = 0; i < centres.count(); i++) {
      double[] row = centres.row(i);
      Arrays.setAll(mean, j -> mean[j] + row[j] / centres.count());
    }
    Tensor centre = graph.doubles(mean);
    Tensor u = x.minus(centre);
    Tensor v = matrix().minus(centre);
    return u.times(u)
        .sum(true)
        .plus(v.times(v).sum(false))
        .plus(u.product(v.transposed()).times(-2))
        .atLeast(graph.scalar(0));
  }

  /** Σ_j |x_j - z_j|^p. */
  private Tensor powers(Tensor x, double p) {
    Tensor z = matrix();
    return graph.eachRow(
        x,
        centres.count(),
        row -> {
          Tensor distances = z.minus(row).abs();
          return (p == 1 ? distances : distances.power(p)).sum(false);
        });
  }
}
