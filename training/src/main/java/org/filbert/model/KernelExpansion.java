package org.filbert.model;

import org.filbert.data.Rows;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.KernelBlocks;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;

/**
 * f(x) = Σ_i α_i κ(x, x_i) over the centres x_i: all training rows of a full-kernel system.
 *
 * @param centres n preprocessed rows
 * @param alpha n×k coefficients in double
 */
public record KernelExpansion(Kernel kernel, Rows centres, Matrix alpha) implements Model {
  public KernelExpansion {
    if (centres.count() != alpha.rows()) {
      throw new IllegalArgumentException(
          centres.count() + " centres, but coefficients of " + alpha.rows());
    }
  }

  @Override
  public int features() {
    return centres.features();
  }

  @Override
  public int columns() {
    return alpha.cols();
  }

  @Override
  public Matrix coefficients() {
    return alpha;
  }

  @Override
  public long bytes() {
    return centres.bytes() + alpha.bytes();
  }

  @Override
  public RowScorer scorer(Backend backend) {
    Precision precision = centres.precision();
    return new Scorer(
        this,
        new KernelBlocks(kernel, precision, backend),
        alpha.precision() == precision ? alpha : alpha.copy(precision));
  }

  /** Keeps the coefficients in the precision of the products, and the memory of a tile. */
  private record Scorer(KernelExpansion model, KernelBlocks blocks, Matrix coefficients)
      implements RowScorer {
    @Override
    public Matrix scores(Rows rows) {
      Matrix scores = Matrix.zeros(Precision.DOUBLE, rows.count(), model.columns());
      blocks.multiply(rows, model.centres, coefficients, scores);
      return scores;
    }

    @Override
    public void close() {
      blocks.close();
      if (coefficients != model.alpha) {
        coefficients.close();
      }
    }
  }
}
