package org.filbert.linalg;

class PlainVectorMathTest extends VectorMathContract {
  @Override
  protected VectorMath math() {
    return new PlainVectorMath();
  }
}
