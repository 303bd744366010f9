package org.filbert.online;

import org.filbert.data.RefusedException;
import org.filbert.data.Rows;
import org.filbert.data.StoredRow;
import org.filbert.kernel.SpectralKernel;
import org.filbert.linalg.Precision;

/**
 * Which rows have finite features: their products with frequencies, which are about 1/σ, must be
 * numbers of the precision. The limits leave a factor of 10⁷ for rare frequencies and for sums.
 *
 * @param sigma σ of the kernel
 * @param precision of rows and frequencies
 */
public record RowLimits(double sigma, Precision precision) {
  /** Distance from 0, in widths σ, beyond which a row is counted as far. */
  private static final double FAR = 1e4;

  private static final double LARGEST_SINGLE = 1e31;
  private static final double LARGEST_DOUBLE = 1e295;

  public RowLimits {
    boolean single = precision == Precision.SINGLE;
    double widest = single ? 1e30 : 1e300;
    double narrowest = single ? 1e-30 : 1e-300;
    if (!(sigma <= widest && sigma >= narrowest)) {
      throw new RefusedException(
          "kernel.sigma is %s, must be %s to %s in %s precision; inputs of another scale%s help"
              .formatted(
                  sigma,
                  narrowest,
                  widest,
                  precision.word(),
                  single ? " or precision: double" : ""));
    }
  }

  /** For features of a kernel. */
  public static RowLimits of(SpectralKernel kernel, Precision precision) {
    return new RowLimits(kernel.sigma(), precision);
  }

  /** The largest size of a preprocessed value. */
  public double largest() {
    return sigma * (precision == Precision.SINGLE ? LARGEST_SINGLE : LARGEST_DOUBLE);
  }

  /**
   * Checks a batch.
   *
   * @throws RefusedException for a row with a value beyond the limit
   */
  void check(Batch batch) {
    Rows x = batch.x();
    double largest = largest();
    for (int i = 0; i < x.count(); i++) {
      StoredRow row = StoredRow.of(x, i);
      for (int t = 0; t < row.count(); t++) {
        if (!(Math.abs(row.value(t)) <= largest)) {
          throw new RefusedException(
              "row %s: feature %s is %s after the preprocessing, allowed in %s precision with kernel.sigma %s: up to %s; rows.scaling or rows.spreads%s help"
                  .formatted(
                      batch.ids().get(i),
                      row.column(t) + 1,
                      row.value(t),
                      precision.word(),
                      sigma,
                      largest,
                      precision == Precision.SINGLE ? " or precision: double" : ""));
        }
      }
    }
  }

  /** The number of rows that are farther than {@value #FAR}·σ from 0 in a feature. */
  public long far(Rows x) {
    long far = 0;
    for (int i = 0; i < x.count(); i++) {
      StoredRow row = StoredRow.of(x, i);
      for (int t = 0; t < row.count(); t++) {
        if (Math.abs(row.value(t)) > FAR * sigma) {
          far++;
          break;
        }
      }
    }
    return far;
  }
}
