package org.filbert.cost;

/** The kinds of work of a solver. */
public enum Phase {
  /** Computing kernel values or features, and keeping them. */
  KERNEL,
  /** Gram matrices of feature blocks. */
  GRAM,
  /** Cholesky factorisations. */
  FACTOR,
  /** Triangular solves. */
  SOLVE,
  /** Products that make right-hand sides and keep fitted values up to date. */
  RESIDUAL,
  /** Products with a preconditioner. */
  PRECONDITION,
  /** Fitted values of held-out rows, kernel values included, and errors. */
  SCORING,
  /** Everything else that workers do. */
  OTHER;

  /** The phase that a class is annotated with by {@link InPhase}; {@link #OTHER} without one. */
  public static Phase of(Class<?> task) {
    InPhase phase = task.getAnnotation(InPhase.class);
    return phase == null ? OTHER : phase.value();
  }
}
