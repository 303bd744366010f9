package org.filbert.online;

import java.io.Serializable;
import java.util.List;
import org.filbert.data.Features;
import org.filbert.kernel.SpectralKernel;
import org.filbert.model.Preprocessing;

/**
 * Fits the preprocessing of a stream to its first batch. A column is moved by the batch's median if
 * that, once scaled, is farther than {@value #WIDTHS}·σ from 0. This changes no value of a
 * shift-invariant kernel, and rounding to single precision then loses no digits to the common
 * offset. Columns nearer to 0, and sparse rows, stay as they are.
 *
 * @param near distance of a scaled median from 0 up to which a column stays; infinite for all
 *     columns to stay
 */
public record FirstRows(double near) implements Serializable {
  /** Fits nothing. */
  public static final FirstRows UNUSED = new FirstRows(Double.POSITIVE_INFINITY);

  private static final double WIDTHS = 1000;

  /** For features of a kernel. */
  public static FirstRows of(SpectralKernel kernel) {
    return new FirstRows(WIDTHS * kernel.sigma());
  }

  /** The preprocessing with the offsets of these rows, which have its number of features. */
  public Preprocessing fit(Preprocessing given, List<Features> rows) {
    if (given.sparse() || rows.isEmpty()) {
      return given;
    }
    double[] offset = new double[given.features()];
    boolean moved = false;
    for (int j = 0; j < offset.length; j++) {
      double median = median(rows, j);
      if (Math.abs(median * given.scaleOf(j)) > near) {
        offset[j] = median;
        moved = true;
      }
    }
    return moved ? given.movedBy(offset) : given;
  }

  /** The lower median, which is one of the values. */
  private static double median(List<Features> rows, int j) {
    double[] values = rows.stream().mapToDouble(row -> row.value(j)).sorted().toArray();
    return values[(values.length - 1) / 2];
  }
}
