package org.filbert.model;

import java.util.Arrays;
import org.filbert.data.Rows;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.KernelBlocks;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.linalg.TileProduct;

/**
 * f(x) = Σ_i α_i κ(x, x_i) over the centres x_i: all training rows of a full-kernel system.
 *
 * @param centres n preprocessed rows
 * @param alpha n×k coefficients in double
 */
public record KernelExpansion(Kernel kernel, Rows centres, Matrix alpha) implements Model {
  /** Rounding error of a score, of targets of variance 1, above which products are in double. */
  private static final double COARSE = 1e-3;

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
    Precision products = products();
    return new Scorer(
        this,
        new KernelBlocks(kernel, centres.precision(), products, backend),
        alpha.precision() == products ? alpha : alpha.copy(products));
  }

  /**
   * The precision of the products with tiles of kernel values. Coefficients of either sign may be
   * large, as those of landmarks are with a small ridge: a product in a precision of unit of
   * roundoff u is off by about 0.4·u·√EDGE·‖α‖.
   */
  private Precision products() {
    Precision precision = centres.precision();
    if (precision == Precision.DOUBLE) {
      return precision;
    }
    double[] row = new double[alpha.cols()];
    double[] squares = new double[row.length];
    for (int i = 0; i < alpha.rows(); i++) {
      alpha.read(i, i + 1, row);
      for (int c = 0; c < row.length; c++) {
        squares[c] += row[c] * row[c];
      }
    }
    double norm = Math.sqrt(Arrays.stream(squares).max().orElse(0));
    double error = 0.4 * precision.roundoff() * Math.sqrt(TileProduct.EDGE) * norm;
    return error > COARSE ? Precision.DOUBLE : precision;
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
