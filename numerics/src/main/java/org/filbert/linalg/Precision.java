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

  /** Rounds a value to this precision. */
  public double round(double value) {
    return this == SINGLE ? (float) value : value;
  }
}
