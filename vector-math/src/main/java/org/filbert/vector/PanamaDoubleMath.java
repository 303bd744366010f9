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

  /** {@link DoublePowerPolynomial#at} of x. */
  static void pow(double[] x, int from, int count, double exponent) {
    DoublePowerPolynomial power = DoublePowerPolynomial.of(exponent);
    int vectorised = from + SPECIES.loopBound(count);
    for (int i = from; i < vectorised; i += SPECIES.length()) {
      pow(DoubleVector.fromArray(SPECIES, x, i), power).intoArray(x, i);
    }
    for (int i = vectorised; i < from + count; i++) {
      x[i] = power.at(x[i]);
    }
  }

  private static DoubleVector pow(DoubleVector x, DoublePowerPolynomial power) {
    LongVector bits = x.reinterpretAsLongs();
    LongVector b = bits.add(DoublePowerPolynomial.BIAS_BITS).lanewise(VectorOperators.LSHR, 52);
    DoubleVector m =
        bits.sub(b.lanewise(VectorOperators.LSHL, 52))
            .add(DoubleExpPolynomial.ONE_BITS)
            .reinterpretAsDoubles();
    DoubleVector e =
        b.add(DoublePowerPolynomial.INTEGER_BITS)
            .reinterpretAsDoubles()
            .sub(DoublePowerPolynomial.INTEGER);
    DoubleVector l = logarithm(m.sub(1).div(m.add(1)));
    DoubleVector t = e.mul(power.high());
    DoubleVector n = round(t);
    DoubleVector h = t.sub(n).add(e.mul(power.low()).add(l.mul(power.exponent())));
    DoubleVector i = round(h);
    DoubleVector p = polynomial(h.sub(i).mul(DoublePowerPolynomial.LN2));
    DoubleVector two =
        powerOfTwo(
            n.add(i)
                .max(DoublePowerPolynomial.LEAST_POWER)
                .min(DoublePowerPolynomial.LARGEST_POWER)
                .add(DoubleExpPolynomial.ROUNDER));
    return p.mul(two).mul(x.mul(DoublePowerPolynomial.NORMAL).min(1));
  }

  /** log₂ m of s = (m - 1)/(m + 1). */
  private static DoubleVector logarithm(DoubleVector s) {
    DoubleVector u = s.mul(s);
    return u.mul(DoublePowerPolynomial.L15)
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
        .mul(s);
  }

  private static DoubleVector round(DoubleVector x) {
    return x.add(DoubleExpPolynomial.ROUNDER).sub(DoubleExpPolynomial.ROUNDER);
  }
}
