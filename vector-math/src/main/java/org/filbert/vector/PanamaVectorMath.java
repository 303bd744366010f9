package org.filbert.vector;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;
import org.filbert.linalg.ExpPolynomial;
import org.filbert.linalg.PowerPolynomial;
import org.filbert.linalg.SinePolynomial;
import org.filbert.linalg.VectorMath;

/**
 * Implements {@link VectorMath} by the Vector API.
 *
 * <p>The API's own EXP is not used: compiled code calls a native library, interpreted code another
 * algorithm, and their last bits differ.
 */
public final class PanamaVectorMath implements VectorMath {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;

  /** At most {@value #ROW_STEP} lanes, so that rows have no remainder. */
  private static final VectorSpecies<Double> DOUBLES =
      DoubleVector.SPECIES_PREFERRED.length() > ROW_STEP
          ? DoubleVector.SPECIES_256
          : DoubleVector.SPECIES_PREFERRED;

  @Override
  public String name() {
    return "vector";
  }

  @Override
  public void exp(float[] x, int from, int count, float scale) {
    int vectorised = from + SPECIES.loopBound(count);
    for (int i = from; i < vectorised; i += SPECIES.length()) {
      exp(FloatVector.fromArray(SPECIES, x, i).mul(scale)).intoArray(x, i);
    }
    for (int i = vectorised; i < from + count; i++) {
      x[i] = ExpPolynomial.exp(scale * x[i]);
    }
  }

  @Override
  public void exp(double[] x, int from, int count, double scale) {
    PanamaDoubleMath.exp(x, from, count, scale);
  }

  @Override
  public void pow(double[] x, int from, int count, double exponent) {
    PanamaDoubleMath.pow(x, from, count, exponent);
  }

  /** {@link ExpPolynomial#exp} on all lanes. */
  private static FloatVector exp(FloatVector argument) {
    FloatVector y = argument.max(ExpPolynomial.LOWEST).min(ExpPolynomial.HIGHEST);
    FloatVector t = y.mul(ExpPolynomial.LOG2_E).add(ExpPolynomial.ROUNDER);
    FloatVector n = t.sub(ExpPolynomial.ROUNDER);
    FloatVector r = y.sub(n.mul(ExpPolynomial.LN2_HIGH)).sub(n.mul(ExpPolynomial.LN2_LOW));
    return expPolynomial(r).mul(powerOfTwo(t));
  }

  private static FloatVector expPolynomial(FloatVector r) {
    return r.mul(ExpPolynomial.C6)
        .add(ExpPolynomial.C5)
        .mul(r)
        .add(ExpPolynomial.C4)
        .mul(r)
        .add(ExpPolynomial.C3)
        .mul(r)
        .add(ExpPolynomial.C2)
        .mul(r)
        .add(1f)
        .mul(r)
        .add(1f);
  }

  /** 2ⁿ for t = n + ROUNDER. */
  private static FloatVector powerOfTwo(FloatVector t) {
    return t.reinterpretAsInts()
        .lanewise(VectorOperators.LSHL, 23)
        .add(ExpPolynomial.ONE_BITS)
        .reinterpretAsFloats();
  }

  @Override
  public void pow(float[] x, int from, int count, double exponent) {
    PowerPolynomial power = PowerPolynomial.of(exponent);
    int vectorised = from + SPECIES.loopBound(count);
    for (int i = from; i < vectorised; i += SPECIES.length()) {
      pow(FloatVector.fromArray(SPECIES, x, i), power).intoArray(x, i);
    }
    for (int i = vectorised; i < from + count; i++) {
      x[i] = power.of(x[i]);
    }
  }

  /** {@link PowerPolynomial#of(float)} on all lanes. */
  private static FloatVector pow(FloatVector x, PowerPolynomial power) {
    IntVector bits = x.reinterpretAsInts();
    IntVector exponent =
        bits.sub(PowerPolynomial.ROOT_HALF_BITS).lanewise(VectorOperators.ASHR, 23);
    FloatVector m = bits.sub(exponent.lanewise(VectorOperators.LSHL, 23)).reinterpretAsFloats();
    FloatVector e = (FloatVector) exponent.convert(VectorOperators.I2F, 0);
    FloatVector s = m.sub(1f).div(m.add(1f));
    FloatVector u = s.mul(s);
    FloatVector l =
        u.mul(PowerPolynomial.L9)
            .add(PowerPolynomial.L7)
            .mul(u)
            .add(PowerPolynomial.L5)
            .mul(u)
            .add(PowerPolynomial.L3)
            .mul(u)
            .add(PowerPolynomial.L1)
            .mul(s);
    FloatVector t = e.mul(power.high());
    FloatVector n = t.add(PowerPolynomial.ROUNDER).sub(PowerPolynomial.ROUNDER);
    FloatVector h = t.sub(n).add(e.mul(power.low()).add(l.mul(power.exponent())));
    FloatVector i = h.add(PowerPolynomial.ROUNDER).sub(PowerPolynomial.ROUNDER);
    FloatVector p = expPolynomial(h.sub(i).mul(PowerPolynomial.LN2));
    FloatVector two =
        powerOfTwo(
            n.add(i)
                .max(PowerPolynomial.LEAST_POWER)
                .min(PowerPolynomial.LARGEST_POWER)
                .add(PowerPolynomial.ROUNDER));
    return p.mul(two).mul(x.mul(PowerPolynomial.NORMAL).min(1f));
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
    int vectorised = from + SPECIES.loopBound(count);
    for (int i = from; i < vectorised; i += SPECIES.length()) {
      sine(FloatVector.fromArray(SPECIES, x, i), c).intoArray(x, i);
    }
    for (int i = vectorised; i < from + count; i++) {
      x[i] = SinePolynomial.of(x[i], c);
    }
  }

  /** {@link SinePolynomial#of} on all lanes. */
  private static FloatVector sine(FloatVector x, float c) {
    FloatVector k =
        x.mul(SinePolynomial.INVERSE_PI)
            .sub(c)
            .add(SinePolynomial.ROUNDER)
            .sub(SinePolynomial.ROUNDER);
    FloatVector m = k.add(c);
    FloatVector r =
        x.sub(m.mul(SinePolynomial.PI_1))
            .sub(m.mul(SinePolynomial.PI_2))
            .sub(m.mul(SinePolynomial.PI_3));
    FloatVector u = r.mul(r);
    FloatVector p =
        u.mul(SinePolynomial.C9)
            .add(SinePolynomial.C7)
            .mul(u)
            .add(SinePolynomial.C5)
            .mul(u)
            .add(SinePolynomial.C3)
            .mul(u);
    FloatVector s = p.mul(r).add(r);
    FloatVector h = k.mul(0.5f).add(SinePolynomial.ROUNDER).sub(SinePolynomial.ROUNDER);
    FloatVector odd = k.sub(h.add(h));
    FloatVector sign = odd.mul(odd).mul(-2f).add(1f);
    return s.mul(sign).max(-1f).min(1f);
  }

  @Override
  public void multiply(float[] a, int m, int n, float[] b, int k, int stride, float[] c) {
    PanamaProduct.multiply(a, m, n, b, k, stride, c);
  }

  @Override
  public void addTransposed(float[] a, int m, int n, float[] b, int k, int stride, float[] c) {
    PanamaProduct.addTransposed(a, m, n, b, k, stride, c);
  }

  @Override
  public void multiply(float[] a, int m, int n, double[] b, int k, int stride, double[] c) {
    PanamaDoubleProduct.multiply(a, m, n, b, k, stride, c);
  }

  @Override
  public void addTransposed(float[] a, int m, int n, double[] b, int k, int stride, double[] c) {
    PanamaDoubleProduct.addTransposed(a, m, n, b, k, stride, c);
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
    for (int c = 0; c < count; c += DOUBLES.length()) {
      DoubleVector.fromArray(DOUBLES, target, to + c)
          .add(DoubleVector.fromArray(DOUBLES, source, from + c))
          .intoArray(target, to + c);
    }
  }
}
