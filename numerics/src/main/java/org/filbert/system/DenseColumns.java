package org.filbert.system;

import org.filbert.data.Rows;
import org.filbert.linalg.Blas;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;

/** Columns without zeros to speak of, in strips: products are BLAS's, in the columns' precision. */
final class DenseColumns implements ColumnRows {
  private final ColumnStrips strips;
  private final Blocks cut;
  private final int blockSize;
  private final Precision precision;
  private final Blas blas;

  /** Takes over the strips. */
  DenseColumns(ColumnStrips strips, Blocks cut, int blockSize, Precision precision, Blas blas) {
    this.strips = strips;
    this.cut = cut;
    this.blockSize = blockSize;
    this.precision = precision;
    this.blas = blas;
  }

  /** Gives a block's columns of all rows of a sample, strip after strip. */
  void forEachStrip(int number, Rows rows, int block, ColumnStrips.Strip strip) {
    int from = block * blockSize;
    strips.forEachStrip(number, rows, from, from + cut.size(block), strip);
  }

  /** out ← a block's columns of the given rows, past the cache. */
  void fill(Rows rows, int block, Matrix out) {
    int from = block * blockSize;
    strips.fill(rows, from, from + cut.size(block), out);
  }

  @Override
  public void project(int number, Rows rows, int[] blocks, RowValues y, Matrix out) {
    int at = 0;
    for (int block : blocks) {
      Matrix own = out.rows(at, at + cut.size(block));
      forEachStrip(
          number,
          rows,
          block,
          (i, z) -> {
            double[] values = new double[z.rows() * out.cols()];
            y.read(i, i + z.rows(), values);
            try (Matrix right = Matrix.of(Precision.DOUBLE, z.rows(), out.cols(), values)) {
              addTransposeProduct(z, right, own);
            }
          });
      at += cut.size(block);
    }
  }

  /** out += zᵀ·y by way of z's precision. */
  void addTransposeProduct(Matrix z, Matrix y, Matrix out) {
    try (Matrix rounded = y.copy(precision);
        Matrix product = Matrix.zeros(precision, z.cols(), y.cols())) {
      blas.gemm(true, false, 1, z, rounded, 0, product);
      out.add(product);
    }
  }

  @Override
  public void expand(int number, Rows rows, int[] blocks, Matrix d, Matrix out) {
    int at = 0;
    for (int block : blocks) {
      try (Matrix step = d.rows(at, at + cut.size(block)).copy(precision);
          Matrix part = Matrix.zeros(precision, ColumnStrips.STRIP, d.cols())) {
        forEachStrip(
            number,
            rows,
            block,
            (i, z) -> {
              Matrix product = part.rows(0, z.rows());
              blas.gemm(false, false, 1, z, step, 0, product);
              out.rows(i, i + z.rows()).add(product);
            });
      }
      at += cut.size(block);
    }
  }

  @Override
  public void close() {
    strips.close();
  }
}
