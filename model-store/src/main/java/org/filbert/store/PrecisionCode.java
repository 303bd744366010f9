package org.filbert.store;

import org.filbert.linalg.Precision;

/** The codes of the element types in stored bytes. They never change. */
final class PrecisionCode {
  private static final int SINGLE = 1;
  private static final int DOUBLE = 2;

  private PrecisionCode() {}

  static int of(Precision precision) {
    return switch (precision) {
      case SINGLE -> SINGLE;
      case DOUBLE -> DOUBLE;
    };
  }

  static Precision precision(int code) {
    return switch (code) {
      case SINGLE -> Precision.SINGLE;
      case DOUBLE -> Precision.DOUBLE;
      default ->
          throw new IllegalArgumentException(
              "found element type " + code + ", expected 1 (float) or 2 (double)");
    };
  }
}
