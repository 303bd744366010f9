package org.filbert.kernel;

import org.filbert.data.Rows;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;

/** Interim reference; replaced by the tiled implementation. */
public final class KernelBlocks implements AutoCloseable {
  private final Kernel kernel;

  public KernelBlocks(Kernel kernel, Precision precision, Backend backend) {
    this.kernel = kernel;
  }

  public void multiply(Rows a, Rows b, Matrix delta, Matrix out) {
    Matrix block = Matrix.zeros(Precision.DOUBLE, a.count(), b.count());
    fill(a, b, block);
    multiply(block, delta, out);
  }

  public void fill(Rows a, Rows b, Matrix out) {
    for (int i = 0; i < a.count(); i++) {
      double[] x = a.row(i);
      for (int j = 0; j < b.count(); j++) {
        double[] z = b.row(j);
        double d = 0;
        for (int t = 0; t < x.length; t++) {
          d += (x[t] - z[t]) * (x[t] - z[t]);
        }
        out.set(i, j, kernel.of(d));
      }
    }
  }

  public void multiply(Matrix block, Matrix delta, Matrix out) {
    for (int i = 0; i < block.rows(); i++) {
      for (int c = 0; c < delta.cols(); c++) {
        double sum = out.get(i, c);
        for (int j = 0; j < block.cols(); j++) {
          sum += block.get(i, j) * delta.get(j, c);
        }
        out.set(i, c, sum);
      }
    }
  }

  public void multiply(Rows a, Rows b, Matrix delta, Matrix out, Matrix keep) {
    fill(a, b, keep);
    multiply(keep, delta, out);
  }

  @Override
  public void close() {}
}
