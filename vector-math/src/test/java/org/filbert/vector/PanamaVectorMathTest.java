package org.filbert.vector;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.function.BiConsumer;
import org.filbert.linalg.Backends;
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
    float[] arguments = new float[1031];
    for (int trial = 0; trial < 2000; trial++) {
      for (int i = 0; i < arguments.length; i++) {
        arguments[i] = Float.intBitsToFloat(random.nextInt());
      }
      float scale = (float) random.nextGaussian();
      assertSameBits(arguments, (math, x) -> math.exp(x, 0, x.length, scale));
      assertSameBits(arguments, (math, x) -> math.cos(x, 0, x.length));
      assertSameBits(arguments, (math, x) -> math.sin(x, 0, x.length));
    }
  }

  private void assertSameBits(float[] arguments, BiConsumer<VectorMath, float[]> function) {
    float[] plain = arguments.clone();
    float[] vector = arguments.clone();
    function.accept(Backends.choose("java", "plain").math(), plain);
    function.accept(math(), vector);
    // Arrays.equals compares floatToIntBits: every NaN is one value.
    assertThat(vector).isEqualTo(plain);
  }
}
