package org.filbert.system;

import org.filbert.system.equations.Vector;

/** A system that knows a preconditioner of its own. */
public interface SelfPreconditioned extends KernelSystem {
  /** Nyström landmarks. */
  Facet<SelfPreconditioned> FACET =
      new Facet<>(SelfPreconditioned.class, "system: {type: nystrom}");

  /** z ← M⁻¹·r, without fitted values. */
  void precondition(Vector r, Vector z);
}
