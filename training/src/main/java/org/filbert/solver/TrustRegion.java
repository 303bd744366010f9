package org.filbert.solver;

/**
 * The trust region of one output in Newton's method.
 *
 * @param radius Δ
 * @param gradient ‖g‖
 * @param firstGradient ‖g‖ at u = 0
 * @param objective J(u)
 * @param steps that were tried
 * @param stuck whether rounding leaves no further decrease of J
 */
record TrustRegion(
    double radius,
    double gradient,
    double firstGradient,
    double objective,
    int steps,
    boolean stuck) {
  private static final double ACCEPTED = 1e-4;
  private static final double POOR = 0.25;
  private static final double GOOD = 0.75;
  private static final double SHRINK = 0.25;
  private static final double HALF = 0.5;
  private static final double GROW = 4;

  /** The relative change of J by rounding alone. */
  private static final double ROUNDING = 1e-12;

  static TrustRegion first(double gradient, double objective) {
    return new TrustRegion(gradient, gradient, gradient, objective, 0, false);
  }

  /**
   * A step s that was tried.
   *
   * @param gs gᵀs
   * @param rs rᵀs, r = g - A·s
   * @param norm ‖s‖
   * @param objective J(u + s)
   */
  record Step(double gs, double rs, double norm, double objective) {
    /** The decrease of J that the quadratic promised. */
    double promised() {
      return HALF * (gs + rs);
    }

    boolean accepted(TrustRegion before) {
      return before.objective - objective > ACCEPTED * promised();
    }
  }

  boolean live(double tolerance) {
    return !stuck && gradient > tolerance * firstGradient;
  }

  TrustRegion withGradient(double norm) {
    return new TrustRegion(radius, norm, firstGradient, objective, steps, stuck);
  }

  /** The region after a step. */
  TrustRegion after(Step step) {
    double fallen = objective - step.objective;
    double promised = step.promised();
    double start = steps == 0 ? Math.min(radius, step.norm) : radius;
    double bend = step.gs - fallen; // J(u + s) - J(u) + gᵀs
    double scale = bend <= 0 ? GROW : Math.max(SHRINK, HALF * step.gs / bend);
    double reach = scale * step.norm;
    double next;
    if (fallen < ACCEPTED * promised) {
      next = Math.min(Math.max(scale, SHRINK) * step.norm, HALF * start);
    } else if (fallen < POOR * promised) {
      next = Math.max(SHRINK * start, Math.min(reach, HALF * start));
    } else if (fallen < GOOD * promised) {
      next = Math.max(SHRINK * start, Math.min(reach, GROW * start));
    } else {
      next = Math.max(start, Math.min(reach, GROW * start));
    }
    boolean accepted = step.accepted(this);
    boolean nothingLeft =
        Math.abs(fallen) <= ROUNDING * Math.abs(objective) && promised <= ROUNDING * objective;
    return new TrustRegion(
        next,
        gradient,
        firstGradient,
        accepted ? step.objective : objective,
        steps + 1,
        nothingLeft);
  }

  /** The a for which ‖s + a·p‖ is the radius. */
  static double toBoundary(double s2, double sp, double p2, double radius) {
    double left = radius * radius - s2;
    double root = Math.sqrt(sp * sp + p2 * left);
    return sp >= 0 ? left / (sp + root) : (root - sp) / p2;
  }
}
