package org.filbert.system;

/** A system of columns, where A = ∇²J at the present u for any smooth loss. */
public interface Smooth extends KernelSystem {
  /** Systems of columns. */
  Facet<Smooth> FACET =
      new Facet<>(Smooth.class, "a system of columns, not system: {type: full-kernel}");

  /** J(u) of every column. */
  double[] objective();
}
