package org.filbert.system;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How much a preconditioner takes away of each direction, D_i = 1 - τ·λ_{q+1}/λ_i.
 *
 * @param spectrum what is known of it
 * @param values λ_i for each ridge, q of them
 * @param factors D_i for each ridge
 */
record Damping(Spectrum spectrum, List<double[]> values, List<double[]> factors) {
  /**
   * Of a sample of m rows.
   *
   * @param sigma q + 1 eigenvalues of the sample's matrix: λ_i = σ_i/m and the penalty's share
   * @param penalties of each ridge
   */
  static Damping of(double[] sigma, double m, List<Double> penalties, double tau) {
    int q = sigma.length - 1;
    List<double[]> values = new ArrayList<>();
    List<double[]> factors = new ArrayList<>();
    List<Double> first = new ArrayList<>();
    List<Double> next = new ArrayList<>();
    for (double penalty : penalties) {
      double[] all = Arrays.stream(sigma).map(s -> Math.max(0, s) / m + penalty).toArray();
      double[] own = Arrays.copyOf(all, q);
      values.add(own);
      factors.add(Arrays.stream(own).map(value -> 1 - tau * all[q] / value).toArray());
      first.add(all[0]);
      next.add(all[q]);
    }
    return new Damping(new Spectrum(q, first, next), values, factors);
  }
}
