package org.filbert.cost;

/**
 * Work of one phase.
 *
 * @param flops floating-point operations of matrix products, factorisations, solves and kernel
 *     statistics; elementwise passes are not counted
 */
public record Work(double seconds, double flops) {
  static final Work NONE = new Work(0, 0);

  /** This work followed by other work. */
  public Work plus(Work next) {
    return new Work(seconds + next.seconds, flops + next.flops);
  }

  /** This work and other work at the same time. */
  Work beside(Work other) {
    return new Work(Math.max(seconds, other.seconds), flops + other.flops);
  }
}
