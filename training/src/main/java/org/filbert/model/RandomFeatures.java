package org.filbert.model;

import org.filbert.data.Rows;
import org.filbert.features.FeatureBlocks;
import org.filbert.features.FeatureMap;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;

/**
 * f(x) = z(x)ᵀw for a random feature map z, which is regenerated from its seed: nothing but its
 * parameters and w is stored.
 *
 * @param precision of the features
 * @param w p×k coefficients in double
 */
public record RandomFeatures(FeatureMap map, Precision precision, Matrix w) implements Model {
  private static final int BLOCK = 2048;
  private static final long FREQUENCY_BYTES = 64L << 20;

  public RandomFeatures {
    if (map.outputs() != w.rows()) {
      throw new IllegalArgumentException(
          map.outputs() + " features, but coefficients of " + w.rows());
    }
  }

  @Override
  public int features() {
    return map.inputs();
  }

  @Override
  public int columns() {
    return w.cols();
  }

  @Override
  public Matrix coefficients() {
    return w;
  }

  @Override
  public long bytes() {
    return w.bytes();
  }

  @Override
  public RowScorer scorer(Backend backend) {
    return new Scorer(this, backend, new FeatureBlocks(map, precision, backend, FREQUENCY_BYTES));
  }

  /** Keeps frequencies. */
  private record Scorer(RandomFeatures model, Backend backend, FeatureBlocks blocks)
      implements RowScorer {
    @Override
    public Matrix scores(Rows rows) {
      int p = model.map.outputs();
      Precision precision = model.precision;
      Matrix scores = Matrix.zeros(Precision.DOUBLE, rows.count(), model.columns());
      try (Matrix z = Matrix.zeros(precision, rows.count(), Math.min(BLOCK, p));
          Matrix part = Matrix.zeros(precision, rows.count(), model.columns())) {
        for (int from = 0; from < p; from += BLOCK) {
          int to = Math.min(from + BLOCK, p);
          Matrix block = z.columns(0, to - from);
          blocks.fill(rows, from, to, block);
          try (Matrix weights = model.w.rows(from, to).copy(precision)) {
            backend.blas().gemm(false, false, 1, block, weights, 0, part);
          }
          scores.add(part);
        }
      }
      return scores;
    }

    @Override
    public void close() {
      blocks.close();
    }
  }
}
