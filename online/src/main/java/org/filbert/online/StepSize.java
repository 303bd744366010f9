package org.filbert.online;

/** The step size γ_t of steps t = 1, 2, …; it never grows. */
public sealed interface StepSize {
  /** γ_t. */
  double at(long t);

  /**
   * The same step γ for ever.
   *
   * @param gamma γ, above 0.
   */
  record Constant(double gamma) implements StepSize {
    public Constant {
      requirePositive("gamma", gamma);
    }

    @Override
    public double at(long t) {
      return gamma;
    }
  }

  /**
   * θ / (t + t0) in step t.
   *
   * @param theta θ, above 0.
   * @param t0 t0, 0 or more.
   */
  record InverseTime(double theta, double t0) implements StepSize {
    public InverseTime {
      requirePositive("theta", theta);
      requireZeroOrMore("t0", t0);
    }

    @Override
    public double at(long t) {
      return theta / (t + t0);
    }
  }

  /**
   * θ / (1 + decay·t) in step t.
   *
   * @param theta θ, above 0.
   * @param decay The decay, 0 or more.
   */
  record Decaying(double theta, double decay) implements StepSize {
    public Decaying {
      requirePositive("theta", theta);
      requireZeroOrMore("decay", decay);
    }

    @Override
    public double at(long t) {
      return theta / (1 + decay * t);
    }
  }

  private static void requirePositive(String name, double value) {
    if (!(value > 0 && Double.isFinite(value))) {
      throw new IllegalArgumentException(name + " is " + value + ", must be a number above 0");
    }
  }

  private static void requireZeroOrMore(String name, double value) {
    if (!(value >= 0 && Double.isFinite(value))) {
      throw new IllegalArgumentException(name + " is " + value + ", must be a number of 0 or more");
    }
  }
}
