package org.filbert.linalg;

import org.filbert.cost.Meter;

/** Counts the floating-point operations of another BLAS. */
final class CountingBlas extends ForwardingBlas {
  private final Meter meter;

  CountingBlas(Blas blas, Meter meter) {
    super(blas);
    this.meter = meter;
  }

  @Override
  protected void after(double flops) {
    meter.count(flops);
  }
}
