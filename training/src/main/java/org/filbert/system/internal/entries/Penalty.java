package org.filbert.system.internal.entries;

import java.util.Arrays;
import java.util.List;
import org.filbert.linalg.Matrix;
import org.filbert.system.equations.Centres;
import org.filbert.system.equations.ColumnArithmetic;
import org.filbert.system.equations.ColumnSource;
import org.filbert.system.equations.PerRidge;
import org.filbert.system.equations.Risk;
import org.filbert.system.equations.RowStrips;
import org.filbert.system.equations.Shared;
import org.filbert.system.equations.VectorPart;
import org.filbert.workers.Worker;

/**
 * The penalty's part of the normal equations, on a worker's unknowns: for each ridge ridge·γ·I and,
 * for landmarks J, ridge·K_JJ. Products of K_JJ with a vector are the vector's fitted values at the
 * landmarks. A penalty ‖u‖₁ has no part in linear equations.
 *
 * @param identity γ
 * @param places of the unknowns' rows in the shard; empty for features
 */
record Penalty(double identity, int[] places, List<Double> ridges, Risk.Norm norm) {
  static Penalty of(Worker worker) {
    Centres centres = worker.find(Centres.KEY);
    return new Penalty(
        worker.get(ColumnSource.KEY).identity(),
        centres == null ? new int[0] : centres.places(),
        Shared.of(worker).ridges(),
        Shared.of(worker).settings().risk().norm());
  }

  /** ridge·(γ·v + K_JJ·v) on the unknowns from (inclusive) to (exclusive), row after row. */
  double[] gradient(VectorPart v, int from, int to) {
    int columns = v.elements().cols();
    if (norm == Risk.Norm.L1) {
      return new double[(to - from) * columns];
    }
    double[] values = v.elements().rows(from, to).toArray();
    double[] ridge = new PerRidge(ridges, columns).ofColumns();
    for (int i = 0; i < to - from; i++) {
      double[] fitted = places.length > 0 ? v.fitted().row(places[from + i]) : new double[columns];
      for (int c = 0; c < columns; c++) {
        int at = i * columns + c;
        values[at] = ridge[c] * (identity * values[at] + fitted[c]);
      }
    }
    return values;
  }

  /** The worker's part of the penalty in the objective, for every column of u. */
  double[] values(VectorPart u) {
    double[] sums = norm == Risk.Norm.L1 ? ColumnArithmetic.norms1(u.elements()) : product(u, u);
    double[] ridge = new PerRidge(ridges, sums.length).ofColumns();
    Arrays.setAll(sums, c -> sums[c] * (norm == Risk.Norm.L1 ? ridge[c] : 0.5));
    return sums;
  }

  /** The worker's part of vᵀ·ridge·(γ·I + K_JJ)·x, for every column. */
  double[] product(VectorPart v, VectorPart x) {
    Matrix elements = v.elements();
    double[] sums = new double[elements.cols()];
    RowStrips.forEach(
        elements.rows(),
        (from, to) -> {
          double[] own = elements.rows(from, to).toArray();
          double[] other = gradient(x, from, to);
          for (int at = 0; at < own.length; at++) {
            sums[at % sums.length] += own[at] * other[at];
          }
        });
    return sums;
  }
}
