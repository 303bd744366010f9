package org.filbert.vector;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.filbert.linalg.Backends;
import org.filbert.linalg.PlainVectorMath;
import org.filbert.linalg.VectorMath;
import org.filbert.linalg.VectorMathContract;
import org.junit.jupiter.api.Test;

class PanamaVectorMathTest extends VectorMathContract {
  @Override
  protected VectorMath math() {
    return new PanamaVectorMath();
  }

  @Test
  void isChosenWhereTheModuleIsPresent() {
    assertThat(Backends.choose("java", "auto").math().name()).isEqualTo("vector");
    assertThat(Backends.choose("java", "vector").math()).isInstanceOf(PanamaVectorMath.class);
  }

  @Test
  void hasTheBitsOfThePlainProvider() {
    Random random = new Random(5);
    float[] plain = new float[1031];
    for (int trial = 0; trial < 2000; trial++) {
      for (int i = 0; i < plain.length; i++) {
        plain[i] = Float.intBitsToFloat(random.nextInt());
      }
      float scale = (float) random.nextGaussian();
      float[] vector = plain.clone();
      new PlainVectorMath().exp(plain, 0, plain.length, scale);
      math().exp(vector, 0, vector.length, scale);
      // Arrays.equals compares floatToIntBits: every NaN is one value.
      assertThat(vector).isEqualTo(plain);
    }
  }
}
