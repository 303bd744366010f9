package org.filbert.vector;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;
import org.filbert.linalg.DoubleExpPolynomial;
import org.filbert.linalg.DoublePowerPolynomial;

/** Elementary functions of doubles by the Vector API, for {@link PanamaVectorMath}. */
final class PanamaDoubleMath {
  private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;

  private PanamaDoubleMath() {}

  /** {@link DoubleExpPolynomial#exp} of scale·x. */
  static void exp(double[] x, int from, int count, double scale) {
    int vectorised = from + SPECIES.loopBound(count);
    for (int i = from; i < vectorised; i += SPECIES.length()) {
      exp(DoubleVector.fromArray(SPECIES, x, i).mul(scale)).intoArray(x, i);
    }
    for (int i = vectorised; i < from + count; i++) {
      x[i] = DoubleExpPolynomial.exp(scale * x[i]);
    }
  }

  private static DoubleVector exp(DoubleVector argument) {
    DoubleVector y = argument.max(DoubleExpPolynomial.LOWEST).min(DoubleExpPolynomial.HIGHEST);
    DoubleVector t = y.mul(DoubleExpPolynomial.LOG2_E).add(DoubleExpPolynomial.ROUNDER);
    DoubleVector n = t.sub(DoubleExpPolynomial.ROUNDER);
    DoubleVector r =
        y.sub(n.mul(DoubleExpPolynomial.LN2_HIGH)).sub(n.mul(DoubleExpPolynomial.LN2_LOW));
    return polynomial(r).mul(powerOfTwo(t)).sub(DoubleExpPolynomial.LEAST).max(0);
  }

  /** {@link DoubleExpPolynomial}'s p(r). */
  private static DoubleVector polynomial(DoubleVector r) {
    return r.mul(DoubleExpPolynomial.C11)
        .add(DoubleExpPolynomial.C10)
        .mul(r)
        .add(DoubleExpPolynomial.C9)
        .mul(r)
        .add(DoubleExpPolynomial.C8)
        .mul(r)
        .add(DoubleExpPolynomial.C7)
        .mul(r)
        .add(DoubleExpPolynomial.C6)
        .mul(r)
        .add(DoubleExpPolynomial.C5)
        .mul(r)
        .add(DoubleExpPolynomial.C4)
        .mul(r)
        .add(DoubleExpPolynomial.C3)
        .mul(r)
        .add(DoubleExpPolynomial.C2)
        .mul(r)
        .add(1)
        .mul(r)
        .add(1);
  }

  /** 2ⁿ for t = n + ROUNDER. */
  private static DoubleVector powerOfTwo(DoubleVector t) {
    return t.reinterpretAsLongs()
        .lanewise(VectorOperators.LSHL, 52)
        .add(DoubleExpPolynomial.ONE_BITS)
        .reinterpretAsDoubles();
  }

  /**
   * {@link DoublePowerPolynomial#at} of x, in three loops: the compiler gives up on one of their
   * length, and makes an object of every vector.
   */
  static void pow(double[] x, int from, int count, double exponent) {
    DoublePowerPolynomial power = DoublePowerPolynomial.of(exponent);
    int vectorised = SPECIES.loopBound(count);
    double[] whole = new double[vectorised];
    double[] rest = new double[vectorised];
    logarithms(x, from, whole, rest);
    reduce(power, whole, rest);
    powers(x, from, whole, rest);
    for (int i = from + vectorised; i < from + count; i++) {
      x[i] = power.at(x[i]);
    }
  }

  /** e and l. */
  private static void logarithms(double[] x, int from, double[] whole, double[] rest) {
    for (int i = 0; i < whole.length; i += SPECIES.length()) {
      LongVector bits = DoubleVector.fromArray(SPECIES, x, from + i).reinterpretAsLongs();
      LongVector b = bits.add(DoublePowerPolynomial.BIAS_BITS).lanewise(VectorOperators.LSHR, 52);
      b.add(DoublePowerPolynomial.INTEGER_BITS)
          .reinterpretAsDoubles()
          .sub(DoublePowerPolynomial.INTEGER)
          .intoArray(whole, i);
      DoubleVector m =
          bits.sub(b.lanewise(VectorOperators.LSHL, 52))
              .add(DoubleExpPolynomial.ONE_BITS)
              .reinterpretAsDoubles();
      DoubleVector s = m.sub(1).div(m.add(1));
      DoubleVector u = s.mul(s);
      u.mul(DoublePowerPolynomial.L15)
          .add(DoublePowerPolynomial.L13)
          .mul(u)
          .add(DoublePowerPolynomial.L11)
          .mul(u)
          .add(DoublePowerPolynomial.L9)
          .mul(u)
          .add(DoublePowerPolynomial.L7)
          .mul(u)
          .add(DoublePowerPolynomial.L5)
          .mul(u)
          .add(DoublePowerPolynomial.L3)
          .mul(u)
          .add(DoublePowerPolynomial.L1)
          .mul(s)
          .intoArray(rest, i);
    }
  }

  /** N + ROUNDER and r, in place of e and l. */
  private static void reduce(DoublePowerPolynomial power, double[] whole, double[] rest) {
    double exponent = power.exponent();
    double high = power.high();
    double low = power.low();
    for (int i = 0; i < whole.length; i += SPECIES.length()) {
      DoubleVector e = DoubleVector.fromArray(SPECIES, whole, i);
      DoubleVector l = DoubleVector.fromArray(SPECIES, rest, i);
      DoubleVector t = e.mul(high);
      DoubleVector n = round(t);
      DoubleVector h = t.sub(n).add(e.mul(low).add(l.mul(exponent)));
      DoubleVector k = round(h);
      h.sub(k).mul(DoublePowerPolynomial.LN2).intoArray(rest, i);
      n.add(k)
          .max(DoublePowerPolynomial.LEAST_POWER)
          .min(DoublePowerPolynomial.LARGEST_POWER)
          .add(DoubleExpPolynomial.ROUNDER)
          .intoArray(whole, i);
    }
  }

  private static void powers(double[] x, int from, double[] whole, double[] rest) {
    for (int i = 0; i < whole.length; i += SPECIES.length()) {
      DoubleVector p = polynomial(DoubleVector.fromArray(SPECIES, rest, i));
      p.mul(powerOfTwo(DoubleVector.fromArray(SPECIES, whole, i)))
          .mul(
              DoubleVector.fromArray(SPECIES, x, from + i).mul(DoublePowerPolynomial.NORMAL).min(1))
          .intoArray(x, from + i);
    }
  }

  private static DoubleVector round(DoubleVector x) {
    return x.add(DoubleExpPolynomial.ROUNDER).sub(DoubleExpPolynomial.ROUNDER);
  }
}
