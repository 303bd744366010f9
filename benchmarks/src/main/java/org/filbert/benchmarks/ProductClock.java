package org.filbert.benchmarks;

import org.filbert.linalg.Blas;
import org.filbert.linalg.ForwardingBlas;

/** Measures the time that one thread spends in a BLAS. */
final class ProductClock extends ForwardingBlas {
  private long start;
  private long nanos;

  ProductClock(Blas blas) {
    super(blas);
  }

  @Override
  protected void before() {
    start = System.nanoTime();
  }

  @Override
  protected void after(double flops) {
    nanos += System.nanoTime() - start;
  }

  double seconds() {
    return nanos / 1e9;
  }

  void clear() {
    nanos = 0;
  }
}
