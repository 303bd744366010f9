package org.filbert.system;

import org.filbert.system.equations.Vector;

/** A system of the kernel matrix, which a {@link Sketch} can precondition. */
public interface Preconditioned extends KernelSystem {
  /** The full kernel. */
  Facet<Preconditioned> FACET = new Facet<>(Preconditioned.class, "system: {type: full-kernel}");

  /** Puts a preconditioner M on the workers, in place of an earlier one. */
  void sketch(Sketch sketch);

  /** z ← M⁻¹·r, without fitted values. */
  void precondition(Sketch sketch, Vector r, Vector z);
}
