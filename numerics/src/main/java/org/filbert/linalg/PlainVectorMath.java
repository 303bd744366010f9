package org.filbert.linalg;

import static org.filbert.linalg.ExpPolynomial.C2;
import static org.filbert.linalg.ExpPolynomial.C3;
import static org.filbert.linalg.ExpPolynomial.C4;
import static org.filbert.linalg.ExpPolynomial.C5;
import static org.filbert.linalg.ExpPolynomial.C6;
import static org.filbert.linalg.ExpPolynomial.HIGHEST;
import static org.filbert.linalg.ExpPolynomial.LN2_HIGH;
import static org.filbert.linalg.ExpPolynomial.LN2_LOW;
import static org.filbert.linalg.ExpPolynomial.LOG2_E;
import static org.filbert.linalg.ExpPolynomial.LOWEST;
import static org.filbert.linalg.ExpPolynomial.ONE_BITS;
import static org.filbert.linalg.ExpPolynomial.ROUNDER;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;

/**
 * {@link VectorMath} in plain Java, as short flat loops that the compiler turns into vector code.
 *
 * <p>Implementation note: the compiler of JDK 17 vectorises neither Float.floatToRawIntBits nor its
 * inverse, nor a loop over two arrays at different offsets. Arguments are therefore copied to the
 * start of an array of their own, and bits pass through a small direct buffer that is seen both as
 * floats and as ints: two bulk copies within the first-level cache for each direction.
 */
final class PlainVectorMath implements VectorMath {
  private static final ThreadLocal<Scratch> SCRATCH = ThreadLocal.withInitial(Scratch::new);

  @Override
  public String name() {
    return "plain";
  }

  @Override
  public void exp(float[] x, int from, int count, float scale) {
    Scratch scratch = SCRATCH.get();
    for (int done = 0; done < count; done += Scratch.SIZE) {
      scratch.exp(x, from + done, Math.min(Scratch.SIZE, count - done), scale);
    }
  }

  @Override
  public void exp(double[] x, int from, int count, double scale) {
    PlainDoubleExp.exp(x, from, count, scale);
  }

  /** By scalar code. */
  @Override
  public void pow(float[] x, int from, int count, double exponent) {
    PowerPolynomial power = PowerPolynomial.of(exponent);
    for (int i = from; i < from + count; i++) {
      x[i] = power.of(x[i]);
    }
  }

  /** By scalar code. */
  @Override
  public void pow(double[] x, int from, int count, double exponent) {
    DoublePowerPolynomial power = DoublePowerPolynomial.of(exponent);
    for (int i = from; i < from + count; i++) {
      x[i] = power.at(x[i]);
    }
  }

  @Override
  public void cos(float[] x, int from, int count) {
    sine(x, from, count, SinePolynomial.COSINE);
  }

  @Override
  public void sin(float[] x, int from, int count) {
    sine(x, from, count, SinePolynomial.SINE);
  }

  private static void sine(float[] x, int from, int count, float c) {
    Scratch scratch = SCRATCH.get();
    for (int done = 0; done < count; done += Scratch.SIZE) {
      scratch.sine(x, from + done, Math.min(Scratch.SIZE, count - done), c);
    }
  }

  @Override
  public void multiply(float[] a, int m, int n, float[] b, int k, int stride, float[] c) {
    PlainProduct.multiply(a, m, n, b, k, stride, c);
  }

  @Override
  public void addTransposed(float[] a, int m, int n, float[] b, int k, int stride, float[] c) {
    PlainProduct.addTransposed(a, m, n, b, k, stride, c);
  }

  @Override
  public void multiply(float[] a, int m, int n, double[] b, int k, int stride, double[] c) {
    PlainDoubleProduct.multiply(a, m, n, b, k, stride, c);
  }

  @Override
  public void addTransposed(float[] a, int m, int n, double[] b, int k, int stride, double[] c) {
    PlainDoubleProduct.addTransposed(a, m, n, b, k, stride, c);
  }

  @Override
  public void gather(
      double[] source, int first, int[] rows, int count, int stride, double[] target) {
    for (int i = 0; i < count; i++) {
      add(source, first + rows[i] * stride, target, i * stride, stride);
    }
  }

  @Override
  public void scatter(
      double[] source, int[] rows, int count, int stride, double[] target, int first) {
    for (int i = 0; i < count; i++) {
      add(source, i * stride, target, first + rows[i] * stride, stride);
    }
  }

  private static void add(double[] source, int from, double[] target, int to, int count) {
    for (int c = 0; c < count; c++) {
      target[to + c] += source[from + c];
    }
  }

  /** The arrays of one thread: the arguments, the rounded exponents and the powers of two. */
  private static final class Scratch {
    static final int SIZE = 1024;

    private final float[] y = new float[SIZE];
    private final float[] t = new float[SIZE];
    private final float[] power = new float[SIZE];
    private final int[] bits = new int[SIZE];
    private final FloatBuffer asFloats;
    private final IntBuffer asInts;

    Scratch() {
      ByteBuffer memory =
          ByteBuffer.allocateDirect(SIZE * Float.BYTES).order(ByteOrder.nativeOrder());
      asFloats = memory.asFloatBuffer();
      asInts = memory.asIntBuffer();
    }

    void exp(float[] x, int from, int count, float scale) {
      System.arraycopy(x, from, y, 0, count);
      clamp(y, count, scale);
      round(y, t, count);
      asFloats.put(0, t, 0, count);
      asInts.get(0, bits, 0, count);
      shift(bits, count);
      asInts.put(0, bits, 0, count);
      asFloats.get(0, power, 0, count);
      reduce(t, y, count);
      polynomial(y, power, count);
      System.arraycopy(y, 0, x, from, count);
    }

    void sine(float[] x, int from, int count, float c) {
      System.arraycopy(x, from, y, 0, count);
      sine(y, count, c);
      System.arraycopy(y, 0, x, from, count);
    }

    private static void sine(float[] y, int count, float c) {
      for (int i = 0; i < count; i++) {
        y[i] = SinePolynomial.of(y[i], c);
      }
    }

    private static void clamp(float[] y, int count, float scale) {
      for (int i = 0; i < count; i++) {
        y[i] = Math.min(Math.max(scale * y[i], LOWEST), HIGHEST);
      }
    }

    private static void round(float[] y, float[] t, int count) {
      for (int i = 0; i < count; i++) {
        t[i] = y[i] * LOG2_E + ROUNDER;
      }
    }

    private static void shift(int[] bits, int count) {
      for (int i = 0; i < count; i++) {
        bits[i] = (bits[i] << 23) + ONE_BITS;
      }
    }

    private static void reduce(float[] t, float[] y, int count) {
      for (int i = 0; i < count; i++) {
        float n = t[i] - ROUNDER;
        y[i] = (y[i] - n * LN2_HIGH) - n * LN2_LOW;
      }
    }

    private static void polynomial(float[] y, float[] power, int count) {
      for (int i = 0; i < count; i++) {
        float r = y[i];
        float p = ((((C6 * r + C5) * r + C4) * r + C3) * r + C2) * r;
        y[i] = ((p + 1f) * r + 1f) * power[i];
      }
    }
  }
}
