package org.filbert.model;

import java.util.Arrays;
import org.filbert.data.Rows;
import org.filbert.data.SparseRows;
import org.filbert.data.StoredRow;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.SpectralKernel;
import org.jspecify.annotations.Nullable;

/**
 * Where a model has learned something, column by column; rows beyond are scored, but a
 * shift-invariant kernel knows nothing there.
 *
 * <ul>
 *   <li>With centres and a width σ: from {@value #WIDTHS}·σ below the least to as much above the
 *       greatest value of the centres, beyond which κ is below 10⁻⁶ or little more. Without a
 *       width, {@value #RANGES} times the range of the centres takes the place of {@value
 *       #WIDTHS}·σ; columns that are constant have no end.
 *   <li>With random features or bins of a width: {@value #FAR}·σ around 0.
 *   <li>Other features do not tell: no row is far.
 * </ul>
 */
public final class Reach {
  private static final double WIDTHS = 15;
  private static final double RANGES = 10;
  private static final double FAR = 1e4;

  /** Bounds of each column, or none. */
  private final double[] lower;

  private final double[] upper;

  private Reach(double[] lower, double[] upper) {
    this.lower = lower;
    this.upper = upper;
  }

  /** The reach of a model, in its preprocessed rows. */
  public static Reach of(Model model) {
    if (model instanceof KernelExpansion expansion) {
      return of(expansion.centres(), sigma(expansion.kernel()));
    }
    Kernel kernel = null;
    if (model instanceof RandomFeatures features
        && features.map() instanceof RandomFourier fourier) {
      kernel = fourier.kernel();
    } else if (model instanceof DoublyStochastic series) {
      kernel = series.map().kernel();
    } else if (model instanceof RandomBins bins) {
      kernel = bins.map().kernel();
    }
    double far = FAR * sigma(kernel);
    if (Double.isNaN(far)) {
      return new Reach(new double[0], new double[0]);
    }
    double[] upper = new double[model.features()];
    Arrays.fill(upper, far);
    return new Reach(Arrays.stream(upper).map(bound -> -bound).toArray(), upper);
  }

  /** σ; not a number where there is none. */
  private static double sigma(@Nullable Kernel kernel) {
    return kernel instanceof SpectralKernel spectral ? spectral.sigma() : Double.NaN;
  }

  private static Reach of(Rows centres, double sigma) {
    double[] lower = new double[centres.features()];
    double[] upper = new double[centres.features()];
    if (!(centres instanceof SparseRows)) {
      Arrays.fill(lower, Double.POSITIVE_INFINITY);
      Arrays.fill(upper, Double.NEGATIVE_INFINITY);
    }
    for (int i = 0; i < centres.count(); i++) {
      StoredRow row = StoredRow.of(centres, i);
      for (int t = 0; t < row.count(); t++) {
        int j = row.column(t);
        lower[j] = Math.min(lower[j], row.value(t));
        upper[j] = Math.max(upper[j], row.value(t));
      }
    }
    for (int j = 0; j < lower.length; j++) {
      double range = upper[j] - lower[j];
      double margin =
          !Double.isNaN(sigma)
              ? WIDTHS * sigma
              : range > 0 ? RANGES * range : Double.POSITIVE_INFINITY;
      lower[j] -= margin;
      upper[j] += margin;
    }
    return new Reach(lower, upper);
  }

  /** Whether a preprocessed row is beyond the reach in some column. */
  public boolean isBeyond(Rows rows, int i) {
    if (lower.length == 0) {
      return false;
    }
    StoredRow row = StoredRow.of(rows, i);
    for (int t = 0; t < row.count(); t++) {
      int j = row.column(t);
      if (row.value(t) < lower[j] || row.value(t) > upper[j]) {
        return true;
      }
    }
    return false;
  }
}
