package org.filbert.features;

import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.filbert.data.Rows;
import org.filbert.linalg.Blas;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.random.Draws;
import org.filbert.random.Purpose;

/** Columns of a {@link GaussianSketch}: all of them are made, since a BLAS may sum differently. */
final class GaussianSketchBlocks implements BlockSource {
  private final SketchInput input;
  private final Blas blas;

  /** G / √s₂ */
  private final Matrix g;

  GaussianSketchBlocks(GaussianSketch map, SketchInput input, Precision precision, Blas blas) {
    this.g = draw(map, precision);
    this.input = input;
    this.blas = blas;
  }

  private static Matrix draw(GaussianSketch map, Precision precision) {
    Matrix g = Matrix.zeros(precision, map.outputs(), map.map().outputs());
    double scale = 1 / Math.sqrt(map.outputs());
    double[] row = new double[g.cols()];
    for (int i = 0; i < g.rows(); i++) {
      ContinuousSampler normal =
          ZigguratSampler.NormalizedGaussian.of(
              Draws.stream(map.seed(), Purpose.GAUSSIAN_SKETCH, i));
      for (int j = 0; j < row.length; j++) {
        row[j] = scale * normal.sample();
      }
      g.write(i, i + 1, row);
    }
    return g;
  }

  @Override
  public void fill(Rows rows, int from, int to, Matrix out) {
    input.forEachStrip(
        rows,
        (first, z) -> {
          try (Matrix product = Matrix.zeros(z.precision(), z.rows(), g.rows())) {
            blas.gemm(false, true, 1, z, g, 0, product);
            out.rows(first, first + z.rows()).assign(product.columns(from, to));
          }
        });
  }

  @Override
  public void close() {
    input.close();
    g.close();
  }
}
