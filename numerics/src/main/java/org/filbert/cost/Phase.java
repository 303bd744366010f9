package org.filbert.cost;

/** The kinds of work of a solver. */
public enum Phase {
  /** Computation of kernel values or features, and copies into the cache. */
  KERNEL,
  /** Gram matrices of feature blocks. */
  GRAM,
  /** Cholesky factorisations. */
  FACTOR,
  /** Triangular solves. */
  SOLVE,
  /** Products for right-hand sides and fitted values. */
  RESIDUAL,
  /** Gradients of a solution with respect to its inputs, which a metric is learned from. */
  GRADIENT,
  /** Products with a preconditioner. */
  PRECONDITION,
  /** Fitted values of held-out rows, including kernel values, and errors. */
  SCORING,
  /** All other work of the workers. */
  OTHER
}
