package org.filbert.vector;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;
import org.filbert.linalg.ExpPolynomial;
import org.filbert.linalg.VectorMath;

/**
 * {@link VectorMath} by the Vector API.
 *
 * <p>The API's own EXP is not used: compiled code computes it by a native library, interpreted code
 * by another algorithm, and their last bits differ.
 */
public final class PanamaVectorMath implements VectorMath {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;

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

  /** The steps of {@link ExpPolynomial#exp} on all lanes. */
  private static FloatVector exp(FloatVector argument) {
    FloatVector y = argument.max(ExpPolynomial.LOWEST).min(ExpPolynomial.HIGHEST);
    FloatVector t = y.mul(ExpPolynomial.LOG2_E).add(ExpPolynomial.ROUNDER);
    FloatVector n = t.sub(ExpPolynomial.ROUNDER);
    FloatVector r = y.sub(n.mul(ExpPolynomial.LN2_HIGH)).sub(n.mul(ExpPolynomial.LN2_LOW));
    FloatVector p =
        r.mul(ExpPolynomial.C6)
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
    IntVector power =
        t.reinterpretAsInts().lanewise(VectorOperators.LSHL, 23).add(ExpPolynomial.ONE_BITS);
    return p.mul(power.reinterpretAsFloats());
  }
}
