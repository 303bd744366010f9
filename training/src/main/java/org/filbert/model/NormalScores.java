package org.filbert.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.DoubleStream;
import org.filbert.data.DenseRows;
import org.filbert.data.Rows;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;

/**
 * Makes dense rows, and replaces each value by the normal quantile of its rank among training rows:
 * Φ⁻¹(F(x)), with mean 0 and standard deviation 1. Skewed columns and columns with far values
 * become alike, and distances count where the rows are.
 *
 * <p>Φ⁻¹∘F of a feature is linear between its knots, and constant outside of them.
 *
 * @param encoder that makes the rows, in double precision as a rule: far values are not lost, as
 *     others would be beside them
 * @param precision of the scores
 * @param starts place of the first knot of each feature, and the number of all knots; a feature
 *     without knots stays as it is
 * @param values x of the knots, ascending within a feature
 * @param scores what they become
 */
public record NormalScores(
    RowEncoder encoder, Precision precision, int[] starts, double[] values, double[] scores)
    implements DenseStep {
  /** Knots of a feature at most. */
  private static final int KNOTS = 256;

  public NormalScores {
    int d = encoder.features();
    boolean ascending = starts.length == d + 1 && starts[0] == 0;
    for (int j = 0; ascending && j < d; j++) {
      ascending = starts[j] <= starts[j + 1] && starts[j + 1] <= values.length;
      for (int i = starts[j] + 1; ascending && i < starts[j + 1]; i++) {
        ascending = values[i - 1] < values[i];
      }
    }
    if (encoder.sparse()
        || !ascending
        || starts[d] != values.length
        || values.length != scores.length
        || !DoubleStream.concat(Arrays.stream(values), Arrays.stream(scores))
            .allMatch(Double::isFinite)) {
      throw new IllegalArgumentException(
          "found %s knots and %s scores for %s rows of %s, allowed dense rows, and finite numbers, as many of both, ascending for each feature"
              .formatted(values.length, scores.length, encoder.sparse() ? "sparse" : "dense", d));
    }
  }

  /**
   * Fits the map to some rows. Features of one or two values stay as they are.
   *
   * @param rows of the encoder
   * @param wanted features that are mapped
   */
  public static NormalScores fit(
      RowEncoder encoder, Precision precision, Rows rows, IntPredicate wanted) {
    int d = encoder.features();
    int n = rows.count();
    double[][] columns = new double[d][n];
    for (int i = 0; i < n; i++) {
      double[] row = rows.row(i);
      for (int j = 0; j < d; j++) {
        columns[j][i] = row[j];
      }
    }
    int[] starts = new int[d + 1];
    List<double[]> knots = new ArrayList<>();
    for (int j = 0; j < d; j++) {
      if (wanted.test(j)) {
        knots.addAll(knots(columns[j]));
      }
      starts[j + 1] = knots.size();
    }
    return new NormalScores(
        encoder,
        precision,
        starts,
        knots.stream().mapToDouble(knot -> knot[0]).toArray(),
        knots.stream().mapToDouble(knot -> knot[1]).toArray());
  }

  /** Pairs of a value and its score, ascending; none for one or two values. */
  private static List<double[]> knots(double[] column) {
    double[] sorted = column.clone();
    Arrays.sort(sorted);
    int n = sorted.length;
    if (n == 0 || !Double.isFinite(sorted[0]) || !Double.isFinite(sorted[n - 1])) {
      return List.of();
    }
    List<double[]> distinct = new ArrayList<>();
    double sum = 0;
    double squares = 0;
    for (int from = 0, to = 0; from < n; from = to) {
      while (to < n && sorted[to] == sorted[from]) {
        to++;
      }
      double score = quantile((from + to) / 2.0 / n);
      distinct.add(new double[] {sorted[from], score});
      sum += (to - from) * score;
      squares += (to - from) * score * score;
    }
    if (distinct.size() <= 2) {
      return List.of();
    }
    double mean = sum / n;
    double deviation = Math.sqrt(squares / n - mean * mean);
    List<double[]> kept = new ArrayList<>();
    int most = Math.min(distinct.size(), KNOTS);
    for (int i = 0; i < most; i++) {
      double[] knot = distinct.get((int) ((long) i * (distinct.size() - 1) / (most - 1)));
      kept.add(new double[] {knot[0], (knot[1] - mean) / deviation});
    }
    return kept;
  }

  /**
   * The standard normal quantile of p in (0, 1), with a relative error below 1.2e-9.
   *
   * <p>P. J. Acklam. An algorithm for computing the inverse normal cumulative distribution
   * function. 2003.
   */
  static double quantile(double p) {
    double q = Math.min(p, 1 - p);
    double x;
    if (q > 0.02425) {
      double r = (0.5 - q) * (0.5 - q);
      x =
          -(0.5 - q)
              * polynomial(
                  r,
                  -3.969683028665376e+01,
                  2.209460984245205e+02,
                  -2.759285104469687e+02,
                  1.383577518672690e+02,
                  -3.066479806614716e+01,
                  2.506628277459239e+00)
              / polynomial(
                  r,
                  -5.447609879822406e+01,
                  1.615858368580409e+02,
                  -1.556989798598866e+02,
                  6.680131188771972e+01,
                  -1.328068155288572e+01,
                  1);
    } else {
      double r = Math.sqrt(-2 * StrictMath.log(q));
      x =
          polynomial(
                  r,
                  -7.784894002430293e-03,
                  -3.223964580411365e-01,
                  -2.400758277161838e+00,
                  -2.549732539343734e+00,
                  4.374664141464968e+00,
                  2.938163982698783e+00)
              / polynomial(
                  r,
                  7.784695709041462e-03,
                  3.224671290700398e-01,
                  2.445134137142996e+00,
                  3.754408661907416e+00,
                  1);
    }
    return p < 0.5 ? x : -x;
  }

  private static double polynomial(double x, double... coefficients) {
    double value = 0;
    for (double coefficient : coefficients) {
      value = value * x + coefficient;
    }
    return value;
  }

  @Override
  public Rows mapped(Rows rows) {
    Matrix mapped = Matrix.zeros(precision, rows.count(), features());
    for (int i = 0; i < rows.count(); i++) {
      mapped.write(i, i + 1, apply(rows.row(i)));
    }
    return new DenseRows(mapped);
  }

  /** What the encoder has made of a record, mapped, as a new array. */
  public double[] apply(double[] row) {
    double[] mapped = new double[row.length];
    Arrays.setAll(mapped, j -> score(j, row[j]));
    return mapped;
  }

  private double score(int feature, double x) {
    int from = starts[feature];
    int to = starts[feature + 1];
    if (from == to) {
      return x;
    }
    int place = Arrays.binarySearch(values, from, to, x);
    if (place >= 0) {
      return scores[place];
    }
    int after = -place - 1;
    if (after == from || after == to) {
      return scores[after == from ? from : to - 1];
    }
    double share = (x - values[after - 1]) / (values[after] - values[after - 1]);
    return scores[after - 1] + share * (scores[after] - scores[after - 1]);
  }

  /** The same map to scores in another precision. */
  public NormalScores in(Precision other) {
    return new NormalScores(encoder, other, starts, values, scores);
  }

  /** The same map of the rows of another encoder. */
  public NormalScores of(RowEncoder other) {
    return new NormalScores(other, precision, starts, values, scores);
  }
}
