package org.filbert.linalg;

import static org.filbert.linalg.DoubleExpPolynomial.HIGHEST;
import static org.filbert.linalg.DoubleExpPolynomial.LEAST;
import static org.filbert.linalg.DoubleExpPolynomial.LN2_HIGH;
import static org.filbert.linalg.DoubleExpPolynomial.LN2_LOW;
import static org.filbert.linalg.DoubleExpPolynomial.LOG2_E;
import static org.filbert.linalg.DoubleExpPolynomial.LOWEST;
import static org.filbert.linalg.DoubleExpPolynomial.ONE_BITS;
import static org.filbert.linalg.DoubleExpPolynomial.ROUNDER;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.LongBuffer;

/** {@link DoubleExpPolynomial} on arrays, by loops as those of {@link PlainVectorMath}. */
final class PlainDoubleExp {
  private static final int SIZE = 512;
  private static final ThreadLocal<PlainDoubleExp> OF_THREAD =
      ThreadLocal.withInitial(PlainDoubleExp::new);

  private final double[] y = new double[SIZE];
  private final double[] t = new double[SIZE];
  private final double[] power = new double[SIZE];
  private final long[] bits = new long[SIZE];
  private final DoubleBuffer asDoubles;
  private final LongBuffer asLongs;

  private PlainDoubleExp() {
    ByteBuffer memory =
        ByteBuffer.allocateDirect(SIZE * Double.BYTES).order(ByteOrder.nativeOrder());
    asDoubles = memory.asDoubleBuffer();
    asLongs = memory.asLongBuffer();
  }

  static void exp(double[] x, int from, int count, double scale) {
    PlainDoubleExp scratch = OF_THREAD.get();
    for (int done = 0; done < count; done += SIZE) {
      scratch.piece(x, from + done, Math.min(SIZE, count - done), scale);
    }
  }

  private void piece(double[] x, int from, int count, double scale) {
    System.arraycopy(x, from, y, 0, count);
    clamp(y, count, scale);
    round(y, t, count);
    asDoubles.put(0, t, 0, count);
    asLongs.get(0, bits, 0, count);
    shift(bits, count);
    asLongs.put(0, bits, 0, count);
    asDoubles.get(0, power, 0, count);
    reduce(t, y, count);
    polynomial(y, power, count);
    System.arraycopy(y, 0, x, from, count);
  }

  private static void clamp(double[] y, int count, double scale) {
    for (int i = 0; i < count; i++) {
      y[i] = Math.min(Math.max(scale * y[i], LOWEST), HIGHEST);
    }
  }

  private static void round(double[] y, double[] t, int count) {
    for (int i = 0; i < count; i++) {
      t[i] = y[i] * LOG2_E + ROUNDER;
    }
  }

  private static void shift(long[] bits, int count) {
    for (int i = 0; i < count; i++) {
      bits[i] = (bits[i] << 52) + ONE_BITS;
    }
  }

  private static void reduce(double[] t, double[] y, int count) {
    for (int i = 0; i < count; i++) {
      double n = t[i] - ROUNDER;
      y[i] = (y[i] - n * LN2_HIGH) - n * LN2_LOW;
    }
  }

  private static void polynomial(double[] y, double[] power, int count) {
    for (int i = 0; i < count; i++) {
      y[i] = Math.max(DoubleExpPolynomial.polynomial(y[i]) * power[i] - LEAST, 0);
    }
  }
}
