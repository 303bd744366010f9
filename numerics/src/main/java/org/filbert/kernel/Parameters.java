package org.filbert.kernel;

/** Checks that the kernels' constructors share. */
final class Parameters {
  private Parameters() {}

  static void positive(String name, double value) {
    if (!(value > 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(name + " is " + value + ", must be a number above 0");
    }
  }
}
