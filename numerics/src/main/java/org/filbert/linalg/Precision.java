package org.filbert.linalg;

/** The floating-point type of a matrix's elements. */
public enum Precision {
  SINGLE(Float.BYTES),
  DOUBLE(Double.BYTES);

  private final int bytes;

  Precision(int bytes) {
    this.bytes = bytes;
  }

  /** Size of one element, in bytes. */
  public int bytes() {
    return bytes;
  }

  /** Unit roundoff u: a rounded value has a relative error of at most u. */
  public double roundoff() {
    return this == SINGLE ? 0x1p-24 : 0x1p-53;
  }

  /** What messages call it. */
  public String word() {
    return this == SINGLE ? "single" : "double";
  }

  /** Rounds a value to this precision. */
  public double round(double value) {
    return this == SINGLE ? (float) value : value;
  }
}
