package org.filbert.train.columns;

import org.filbert.data.Outputs;
import org.filbert.data.Target;
import org.filbert.kernel.Kernel;
import org.filbert.train.rows.RawSample;

/** A look at a sample of training rows: at the values of the kernel, and at the targets. */
public final class SampleLook {
  /** Kernel values below it, or as close to 1, are those of no other row, or of all rows. */
  private static final double NOTHING = 1e-6;

  /** Pairs of rows that say something. */
  private static final int PAIRS = 100;

  /** Standard deviation over that of the middle half, from which few targets are far off. */
  private static final double FAR = 50;

  private final Notices notices;

  public SampleLook(Notices notices) {
    this.notices = notices;
  }

  /**
   * Adds whether the kernel matrix is nearly the identity or nearly all ones.
   *
   * @param narrow the kernel with the smallest width
   * @param wide the kernel with the largest width
   * @param distances ascending
   * @param unit of the distances and widths, for messages
   */
  public void kernels(Kernel narrow, Kernel wide, double[] distances, double unit) {
    if (distances.length < PAIRS || wide.width().isEmpty()) {
      return;
    }
    double near = distances[distances.length / 100];
    double far = distances[distances.length - 1 - distances.length / 100];
    String median =
        "the median distance of sampled rows is %.3g, sigma is %.3g; what helps: sigma: median";
    double middle = distances[distances.length / 2] / unit;
    if (value(wide, near) < NOTHING) {
      notices.add(
          "the kernel matrix is nearly the identity, 99 of 100 kernel values of two rows are below"
              + " 1e-6: "
              + median,
          middle,
          wide.width().getAsDouble() / unit);
    } else if (value(narrow, far) > 1 - NOTHING) {
      notices.add(
          "the kernel matrix is nearly all ones, 99 of 100 kernel values are above 1 - 1e-6: "
              + median,
          middle,
          narrow.width().orElseThrow() / unit);
    }
  }

  private static double value(Kernel kernel, double distance) {
    return kernel.at(distance);
  }

  /** Adds targets that are constant, and those of which few are far from the others. */
  public void targets(RawSample sample, Outputs.Targets outputs) {
    for (int j = 0; j < outputs.columns() && sample.rows().size() > 1; j++) {
      int column = j;
      double[] sorted =
          sample.rows().stream()
              .filter(row -> row.target() instanceof Target.Values)
              .mapToDouble(row -> ((Target.Values) row.target()).values()[column])
              .sorted()
              .toArray();
      int quarter = sorted.length / 4;
      double middle = sorted[sorted.length - 1 - quarter] - sorted[quarter];
      String target =
          outputs
              .transform()
              .described(outputs.columns() == 1 ? "the target" : "target " + (j + 1));
      if (sorted[0] == sorted[sorted.length - 1]) {
        notices.add(
            "%s is %s in all of %s sampled rows: there is little or nothing to learn",
            target, Notices.number(sorted[0]), sorted.length);
      } else if (middle > 0 && outputs.scales()[j] > FAR * middle / 1.35) {
        notices.add(
            "%s has a standard deviation of %.3g, though half of %s sampled rows lie within %.3g:"
                + " few values are far off, and the model is fitted to these; fill values?",
            target, outputs.scales()[j], sorted.length, middle);
      }
    }
  }
}
