package org.filbert.testing;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.filbert.data.Sample;
import org.filbert.features.FeatureBlocks;
import org.filbert.kernel.KernelBlocks;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.model.KernelExpansion;
import org.filbert.model.Model;
import org.filbert.model.RandomFeatures;

/**
 * (ZᵀWZ + penalty)·u = ZᵀWY with all of Z in memory, for the columns Z of a fitted model.
 *
 * @param gamma the identity's share of the penalty on landmarks
 * @param weight of a row by its label; 0 is all there is without classes
 */
public record NormalEquations(
    double ridge, double gamma, ToDoubleFunction<Integer> weight, Backend backend) {
  public static NormalEquations unweighted(double ridge, double gamma, Backend backend) {
    return new NormalEquations(ridge, gamma, label -> 1, backend);
  }

  /** u of the model's columns on these rows. */
  public Matrix solve(Model model, List<Sample> shards) {
    Equations equations = equations(model, shards);
    backend.blas().cholesky(equations.gram());
    backend.blas().solveCholesky(equations.gram(), equations.right());
    return equations.right();
  }

  /** ‖ZᵀWY - (ZᵀWZ + penalty)·u‖ / ‖ZᵀWY‖ of the model's coefficients u. */
  public double relativeResidual(Model model, List<Sample> shards) {
    Equations equations = equations(model, shards);
    double norm = norm(equations.right());
    Matrix u = Descent.coefficients(model);
    backend.blas().gemm(false, false, -1, equations.gram(), u, 1, equations.right());
    return norm(equations.right()) / norm;
  }

  private static double norm(Matrix matrix) {
    return Math.sqrt(Arrays.stream(matrix.toArray()).map(value -> value * value).sum());
  }

  private record Equations(Matrix gram, Matrix right) {}

  private Equations equations(Model model, List<Sample> shards) {
    int p = Descent.coefficients(model).rows();
    Matrix gram = Matrix.zeros(Precision.DOUBLE, p, p);
    Matrix solution = Matrix.zeros(Precision.DOUBLE, p, shards.get(0).y().cols());
    for (Sample shard : shards) {
      Matrix z = columns(model, shard);
      double[] weighted = z.toArray();
      for (int i = 0; i < weighted.length; i++) {
        weighted[i] *= weight.applyAsDouble(shard.labels().length == 0 ? 0 : shard.labels()[i / p]);
      }
      Matrix wz = Matrix.of(Precision.DOUBLE, shard.count(), p, weighted);
      backend.blas().gemm(true, false, 1, z, wz, 1, gram);
      backend.blas().gemm(true, false, 1, wz, shard.y(), 1, solution);
    }
    addPenalty(model, gram);
    return new Equations(gram, solution);
  }

  private void addPenalty(Model model, Matrix gram) {
    double identity = ridge;
    if (model instanceof KernelExpansion expansion) {
      identity = ridge * gamma;
      int p = gram.rows();
      Matrix penalty = Matrix.zeros(Precision.DOUBLE, p, p);
      try (KernelBlocks blocks = new KernelBlocks(expansion.kernel(), Precision.DOUBLE, backend)) {
        blocks.fill(expansion.centres(), expansion.centres(), penalty);
      }
      double[] sum = gram.toArray();
      double[] summand = penalty.toArray();
      for (int i = 0; i < sum.length; i++) {
        sum[i] += ridge * summand[i];
      }
      gram.write(0, p, sum);
    }
    for (int i = 0; i < gram.rows(); i++) {
      gram.set(i, i, gram.get(i, i) + identity);
    }
  }

  private Matrix columns(Model model, Sample shard) {
    int p = Descent.coefficients(model).rows();
    Matrix z = Matrix.zeros(Precision.DOUBLE, shard.count(), p);
    if (model instanceof RandomFeatures features) {
      try (FeatureBlocks blocks = new FeatureBlocks(features.map(), Precision.DOUBLE, backend, 0)) {
        blocks.fill(shard.x(), 0, p, z);
      }
    } else {
      KernelExpansion expansion = (KernelExpansion) model;
      try (KernelBlocks blocks = new KernelBlocks(expansion.kernel(), Precision.DOUBLE, backend)) {
        blocks.fill(shard.x(), expansion.centres(), z);
      }
    }
    return z;
  }
}
