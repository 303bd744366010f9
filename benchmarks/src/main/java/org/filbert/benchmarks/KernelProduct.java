package org.filbert.benchmarks;

import org.filbert.data.DenseRows;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.KernelBlocks;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;

/** K(a, b)·Δ for the gaussian kernel, single precision, 4096 rows on both sides. */
final class KernelProduct implements AutoCloseable {
  static final int ROWS = 4096;

  private final DenseRows a;
  private final DenseRows b;
  private final Matrix delta;
  private final Matrix out;
  private final KernelBlocks blocks;

  KernelProduct(String math, int features, int outputs) {
    a = new DenseRows(Inputs.normal(Precision.SINGLE, ROWS, features, 1));
    b = new DenseRows(Inputs.normal(Precision.SINGLE, ROWS, features, 2));
    delta = Inputs.normal(Precision.DOUBLE, ROWS, outputs, 3);
    out = Matrix.zeros(Precision.DOUBLE, ROWS, outputs);
    blocks = new KernelBlocks(new Gaussian(1), Precision.SINGLE, Backends.choose("openblas", math));
  }

  void run() {
    blocks.multiply(a, b, delta, out);
  }

  @Override
  public void close() {
    blocks.close();
  }
}
