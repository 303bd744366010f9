package org.filbert.system;

import org.filbert.data.Rows;
import org.filbert.workers.Workers;

/** A system whose solutions f have gradients with respect to their inputs. */
public interface Differentiable extends KernelSystem {
  /** Every system but random binning. */
  Facet<Differentiable> FACET =
      new Facet<>(
          Differentiable.class,
          "system: {type: full-kernel}, {type: nystrom} or {type: random-features} with map:"
              + " fourier");

  /**
   * ∇f of what was kept, at m dense rows z.
   *
   * @return m × (k·d): the gradient of output c in columns c·d to (c + 1)·d
   */
  Workers.Sum gradients(Rows z);
}
