package org.filbert.train.columns;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.filbert.data.DenseRows;
import org.filbert.data.Features;
import org.filbert.data.RefusedException;
import org.filbert.kernel.Distances;
import org.filbert.kernel.Kernel;
import org.filbert.linalg.Precision;
import org.filbert.model.Preprocessing;

/**
 * The affine map of dense rows. Its offset is the mean where it does not change a kernel of x - z,
 * since squared distances lose no digits then to a common offset, and where the scaling asks for
 * it. A few values far off can move the mean so far from most rows that these lose their digits to
 * it: then the median of a sample is the offset.
 */
public final class DenseFit {
  /** Distance of mean and median, relative to that of rows, from which the median is taken. */
  private static final double FAR = 4;

  private final Kernel kernel;
  private final Scaling scaling;
  private final FeatureStatistics statistics;
  private final double[] scale;
  private final double[][] sorted;
  private final double[] distances;

  /**
   * Fits the map.
   *
   * @param sample some of the rows; none if it is too large
   */
  public DenseFit(
      Kernel kernel, Scaling scaling, FeatureStatistics statistics, List<Features> sample) {
    this.kernel = kernel;
    this.scaling = scaling;
    this.statistics = statistics;
    this.scale = scaleOf();
    int d = statistics.mean().length;
    double[][] rows = rows(sample, new double[0], new double[0]);
    this.sorted = new double[d][rows.length];
    for (int j = 0; j < d; j++) {
      for (int i = 0; i < rows.length; i++) {
        sorted[j][i] = rows[i][j];
      }
      Arrays.sort(sorted[j]);
    }
    this.distances =
        kernel.shiftInvariant() && rows.length > 0
            ? Distances.of(rows(sample, medians(), scale), kernel.power()).sorted(d)
            : new double[0];
  }

  private double[][] rows(List<Features> sample, double[] offset, double[] by) {
    int d = statistics.mean().length;
    double[][] rows = new double[sample.size()][];
    DenseRows encoded =
        (DenseRows) new Preprocessing(d, false, Precision.DOUBLE, offset, by).apply(sample);
    Arrays.setAll(rows, encoded::row);
    encoded.matrix().close();
    return rows;
  }

  /** The scale of a scaling that needs no statistics, in a unit. */
  public static double[] uniform(Scaling scaling, double unit) {
    double factor = scaling instanceof Scaling.Divide divide ? 1 / divide.by() : 1;
    return scaling instanceof Scaling.Divide || unit != 1
        ? new double[] {factor * unit}
        : new double[0];
  }

  private double[] scaleOf() {
    if (!ofFeatures()) {
      return uniform(scaling, 1);
    }
    double[] factors = new double[statistics.mean().length];
    for (int j = 0; j < factors.length; j++) {
      double width =
          scaling instanceof Scaling.MinMax ? statistics.range(j) : statistics.standardDeviation(j);
      factors[j] = width > 0 && !staysAsItIs(j) ? 1 / width : 1;
      if (!Double.isFinite(width) || !Double.isFinite(factors[j])) {
        throw new RefusedException(
            "feature %s, counted from 1, has values from %s to %s: a width of %s has no finite inverse, by which the scaling would multiply"
                .formatted(j + 1, statistics.min()[j], statistics.max()[j], width));
      }
    }
    return factors;
  }

  /** Whether each feature has a factor of its own. */
  private boolean ofFeatures() {
    return !(scaling instanceof Scaling.None) && !(scaling instanceof Scaling.Divide);
  }

  private boolean staysAsItIs(int j) {
    return scaling instanceof Scaling.Auto && statistics.isBinary(j);
  }

  private double[] medians() {
    return Arrays.stream(sorted).mapToDouble(column -> column[column.length / 2]).toArray();
  }

  /** The sampled values of a feature, ascending. */
  double[] sorted(int feature) {
    return sorted[feature];
  }

  /** The distances of sampled rows, ascending, in a unit; none of a kernel of another kind. */
  public double[] distances(double unit) {
    return Arrays.stream(distances).map(distance -> distance * unit).toArray();
  }

  /** The median distance of the sampled rows; 0 if there are none or the kernel is of another. */
  public double medianDistance() {
    return distances.length == 0 ? 0 : distances[distances.length / 2];
  }

  /**
   * The map.
   *
   * @param sigma the kernel's width, if it is known, or the smallest one
   * @param unit power of two that the rows are multiplied with
   */
  public Preprocessing map(Precision precision, OptionalDouble sigma, double unit) {
    double[] scaled =
        ofFeatures()
            ? Arrays.stream(scale).map(factor -> factor * unit).toArray()
            : uniform(scaling, unit);
    return new Preprocessing(statistics.mean().length, false, precision, offset(sigma), scaled);
  }

  /** The offset does not change a kernel of x - z; the mean keeps its values exact. */
  private double[] offset(OptionalDouble sigma) {
    if (!kernel.shiftInvariant()) {
      double[] offset =
          scaling instanceof Scaling.Standard || scaling instanceof Scaling.Auto
              ? statistics.mean().clone()
              : scaling instanceof Scaling.MinMax ? statistics.min() : new double[0];
      Arrays.setAll(offset, j -> staysAsItIs(j) ? 0 : offset[j]);
      return offset;
    }
    double[] offset = statistics.mean().clone();
    double limit = FAR * Math.max(medianDistance(), sigma.orElse(0));
    for (int j = 0; limit > 0 && distances.length > 0 && j < offset.length; j++) {
      double median = sorted[j][sorted[j].length / 2];
      double factor = scale.length == 0 ? 1 : scale[scale.length == 1 ? 0 : j];
      if (!(Math.abs((offset[j] - median) * factor) <= limit)) {
        offset[j] = median;
      }
    }
    return offset;
  }
}
