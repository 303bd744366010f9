package org.filbert.operators.loop;

import java.util.function.BooleanSupplier;
import org.apache.flink.runtime.execution.CancelTaskException;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Blas;
import org.filbert.linalg.ForwardingBlas;

/**
 * A BLAS that refuses calls once the task is cancelled. Kernels and factorisations call it for each
 * tile, so a long superstep ends soon on all of its threads.
 */
final class CancellableBlas extends ForwardingBlas {
  private final BooleanSupplier cancelled;

  private CancellableBlas(Blas blas, BooleanSupplier cancelled) {
    super(blas);
    this.cancelled = cancelled;
  }

  /** The same numerics until the task is cancelled. */
  static Backend in(Backend real, BooleanSupplier cancelled) {
    return new Backend(new CancellableBlas(real.blas(), cancelled), real.math());
  }

  @Override
  protected void before() {
    if (cancelled.getAsBoolean()) {
      throw new CancelTaskException("cancelled during a superstep");
    }
  }
}
