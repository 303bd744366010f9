package org.filbert.system.internal.entries;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Blas;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.linalg.SpdFactor;
import org.filbert.random.Draws;
import org.filbert.random.Purpose;
import org.filbert.system.equations.PerRidge;

/**
 * The preconditioner of conjugate gradients on S + ridge·I, where S is a block of b unknowns: M =
 * Y·C⁻¹·Yᵀ + ridge·I with Y = S·Ω and C = ΩᵀY for a Gaussian matrix Ω, b×s (Frangella, Tropp,
 * Udell, Randomized Nyström Preconditioning, 2023). By the formula of Sherman, Morrison and
 * Woodbury,
 *
 * <pre>
 * M⁻¹r = (r - Y·(YᵀY + ridge·C)⁻¹·Yᵀr) / ridge
 * </pre>
 *
 * <p>Once s is twice the number of S's eigenvalues above the ridge, M⁻¹(S + ridge·I) is nearly the
 * identity. Memory: b·s doubles, and s² for each ridge.
 */
public final class BlockSketch implements AutoCloseable {
  private final Matrix y;
  private final List<Double> ridges;
  private final List<SpdFactor> factors = new ArrayList<>();
  private final List<Matrix> cores = new ArrayList<>();
  private final Blas blas;

  /**
   * 4b·s² operations, and s³/3 for each ridge.
   *
   * @param y which the sketch takes over
   * @throws org.filbert.linalg.NotPositiveDefiniteException if rounding errors leave C without a
   *     factor
   */
  BlockSketch(Matrix y, Matrix omega, List<Double> ridges, Backend backend, int threads) {
    this.y = y;
    this.ridges = ridges;
    this.blas = backend.blas();
    int s = y.cols();
    try (Matrix c = Matrix.zeros(Precision.DOUBLE, s, s)) {
      blas.gemm(true, false, 1, omega, y, 0, c);
      for (double ridge : ridges) {
        Matrix core = c.copy(Precision.DOUBLE);
        cores.add(core);
        blas.syrk(true, 1, y, ridge, core);
        factors.add(new SpdFactor(core, 0, backend, threads));
      }
    }
  }

  /** The test matrix Ω of a block. */
  static Matrix test(long seed, int block, int unknowns, int rank) {
    Matrix omega = Matrix.zeros(Precision.DOUBLE, unknowns, Math.min(rank, unknowns));
    ContinuousSampler normal =
        ZigguratSampler.NormalizedGaussian.of(Draws.stream(seed, Purpose.BLOCK_SKETCH, block));
    double[] row = new double[omega.cols()];
    for (int i = 0; i < unknowns; i++) {
      for (int j = 0; j < row.length; j++) {
        row[j] = normal.sample();
      }
      omega.write(i, i + 1, row);
    }
    return omega;
  }

  /** Bytes of a sketch. */
  public static long bytes(long unknowns, long rank, long ridges) {
    long s = Math.min(rank, unknowns);
    return (unknowns + ridges * s) * s * Precision.DOUBLE.bytes();
  }

  /** r ← M⁻¹·r, with the same number of columns for each ridge. */
  void precondition(Matrix r) {
    PerRidge layout = new PerRidge(ridges, r.cols());
    for (int m = 0; m < ridges.size(); m++) {
      Matrix own = layout.columns(r, m);
      try (Matrix right = own.copy(Precision.DOUBLE);
          Matrix inner = Matrix.zeros(Precision.DOUBLE, y.cols(), layout.k())) {
        blas.gemm(true, false, 1, y, right, 0, inner);
        factors.get(m).solve(inner);
        blas.gemm(false, false, -1 / ridges.get(m), y, inner, 1 / ridges.get(m), right);
        own.assign(right);
      }
    }
  }

  @Override
  public void close() {
    y.close();
    cores.forEach(Matrix::close);
  }
}
