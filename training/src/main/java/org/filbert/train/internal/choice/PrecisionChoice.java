package org.filbert.train.internal.choice;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.Statistic;
import org.filbert.linalg.Precision;
import org.filbert.train.columns.FarthestValue;
import org.filbert.train.columns.Notices;
import org.filbert.train.columns.ValueCounts;
import org.filbert.workers.Workers;

/**
 * The precision of rows and kernel values where the configuration leaves it open: single, or double
 * where single precision loses the distances of rows.
 *
 * <p>A row x has a squared distance to itself, and to its neighbours, with an error of some 4u·‖x‖²
 * where u is the unit of roundoff; the largest value of a feature is a lower bound of ‖x‖. The
 * distances are lost if that error changes a kernel value by more than {@value #LOST}.
 */
public final class PrecisionChoice {
  private static final double LOST = 1e-3;

  /** Kernel values of inner products beyond this bound have no meaningful sums. */
  private static final double LARGEST = 1e30;

  /** Relative difference of the extremes up to which kernel values are nearly the same. */
  private static final double SAME = 1e-5;

  private final Optional<Precision> asked;
  private final double ridge;
  private final Kernel kernel;
  private final boolean sparse;
  private final double median;
  private final Notices notices;
  private final Workers workers;

  /**
   * Prepares it.
   *
   * @param asked the precision that the configuration has, or that an open ridge needs, if any
   * @param ridge the smallest one, as it is added to the diagonal; infinite for solvers without one
   * @param kernel in the units of the rows; of several widths that with the smallest
   * @param sparse whether rows are sparse, whose sums are double
   * @param median distance of rows; 0 if it is not known
   */
  public PrecisionChoice(
      Optional<Precision> asked,
      double ridge,
      Kernel kernel,
      boolean sparse,
      double median,
      Notices notices,
      Workers workers) {
    this.asked = asked;
    this.ridge = ridge;
    this.kernel = kernel;
    this.sparse = sparse;
    this.median = median;
    this.notices = notices;
    this.workers = workers;
  }

  /**
   * Chooses.
   *
   * @param reach the value farthest from 0
   * @param norm2 the largest ‖x‖² that is known
   * @throws org.filbert.data.RefusedException if double precision is not enough either
   */
  public Precision of(FarthestValue reach, double norm2) {
    Precision chosen =
        kernel.shiftInvariant()
            ? ofDistances(reach)
            : ofProducts(reach, Math.max(norm2, reach.size() * reach.size()));
    double limit = chosen == Precision.SINGLE ? 1e18 : 1e150;
    if (!(reach.size() <= limit)) {
      throw Notices.refused(
          "%s has the value %s, which is %.3g once it is centred and scaled: squares beyond %.0e do"
              + " not fit into %s precision; what helps: another scaling%s, or a file without such"
              + " values",
          notices.feature(reach.feature()),
          Notices.number(reach.value()),
          reach.size(),
          limit * limit,
          chosen.word(),
          chosen == Precision.SINGLE ? ", precision: double" : "");
    }
    return chosen;
  }

  private Precision ofDistances(FarthestValue reach) {
    if (!lost(sparse ? Precision.DOUBLE : Precision.SINGLE, reach.size())) {
      return asked.orElse(Precision.SINGLE);
    }
    Precision chosen = asked.orElse(sparse ? Precision.SINGLE : Precision.DOUBLE);
    long far = count(reach, Precision.SINGLE);
    boolean most = far > notices.rows() / 2;
    String value = Notices.number(reach.value());
    String found =
        notices.feature(reach.feature())
            + (most
                ? " has values up to " + value + ", " + widths(reach)
                : " has the value "
                    + value
                    + ", "
                    + widths(reach)
                    + "; values as far off are in "
                    + notices.share(far));
    String cure =
        most
            ? "sigma: median, or scaling: {type: standard}"
            : "if it stands for a missing value, leave the feature or such rows out, or fill them"
                + " in; a scaling is the other way";
    if (lost(Precision.DOUBLE, reach.size())
        && (chosen == Precision.DOUBLE || sparse)
        && count(reach, Precision.DOUBLE) > 1) {
      throw Notices.refused(
          "%s: double precision cannot tell such rows apart at this width of the kernel; what"
              + " helps: %s",
          found, cure);
    }
    notices.addValue(
        reach.feature(),
        chosen == Precision.DOUBLE
            ? "%s: single precision loses the distances of such rows, rows and kernel values are in"
                + " double precision; %s"
            : "%s: the precision loses the distances of such rows to each other; precision: double"
                + " helps, and %s",
        found,
        cure);
    return chosen;
  }

  private String widths(FarthestValue reach) {
    double width = kernel.width().orElse(1);
    return String.format(Locale.ROOT, "%.2g times sigma from the centre", reach.size() / width);
  }

  /** Rows whose values of the feature are so far off that the precision loses their distances. */
  private long count(FarthestValue reach, Precision precision) {
    double least = reach.size();
    while (lost(sparse ? Precision.DOUBLE : precision, least / 1.1)) {
      least /= 1.1;
    }
    return Arrays.stream(ValueCounts.of(reach.beyond(least), workers)).sum();
  }

  private boolean lost(Precision precision, double size) {
    if (kernel.statistic() != Statistic.SQUARED_DISTANCE) {
      // Differences of the stored values: equal ones have no error.
      double error = precision.roundoff() * size;
      return precision == Precision.SINGLE && !(1 - kernel.at(error) <= LOST);
    }
    double error = 4 * precision.roundoff() * size * size;
    return kernel.kinkedAtZero()
        ? changes(Math.max(0, median * median - error), median * median)
        : changes(0, error);
  }

  private boolean changes(double a, double b) {
    return !(Math.abs(kernel.of(a) - kernel.of(b)) <= LOST);
  }

  /** Products have no scale of their own but the ridge. */
  private Precision ofProducts(FarthestValue reach, double norm2) {
    double largest = Math.max(Math.abs(kernel.of(norm2)), Math.abs(kernel.of(-norm2)));
    String found =
        String.format(
            Locale.ROOT,
            "kernel values reach %.2g, with %s up to %s",
            largest,
            notices.feature(reach.feature()),
            Notices.number(reach.value()));
    if (!(largest <= LARGEST)) {
      throw Notices.refused(
          "%s: values beyond %.0e have no meaningful sums; what helps: scaling: {type: standard},"
              + " or a smaller gamma of the kernel",
          found, LARGEST);
    }
    if (Math.abs(kernel.of(norm2) - kernel.of(-norm2)) <= SAME * largest) {
      notices.add(
          "%s: all of them are nearly the same; what helps: scaling: {type: standard}, or a larger"
              + " gamma of the kernel",
          found);
    }
    // The norm of a matrix of independent errors grows with √n; this is some ten times the norm,
    // as most values are below the largest and most errors below the bound.
    double errors = largest * Math.sqrt((double) notices.rows()) / 10;
    boolean coarse = errors * Precision.SINGLE.roundoff() > ridge;
    boolean outOfSingle = reach.size() > 0 && (norm2 < 1 / LARGEST || norm2 > LARGEST);
    Precision chosen =
        asked.orElse(
            coarse || outOfSingle || largest < 1 / LARGEST ? Precision.DOUBLE : Precision.SINGLE);
    if (errors * Precision.DOUBLE.roundoff() > ridge) {
      notices.add(
          "%s: their rounding errors are larger than the ridge %s even in double precision; what"
              + " helps: scaling: {type: standard}, or a smaller gamma of the kernel",
          found, Notices.number(ridge));
    } else if (coarse) {
      notices.add(
          chosen == Precision.DOUBLE
              ? "%s: in single precision their rounding errors are larger than the ridge %s, rows"
                  + " and kernel values are in double precision; scaling: {type: standard} helps"
                  + " too"
              : "%s: their rounding errors are larger than the ridge %s; what helps: precision:"
                  + " double, or scaling: {type: standard}",
          found,
          Notices.number(ridge));
    } else if (ridge < Double.POSITIVE_INFINITY && largest * notices.rows() < 1e-3 * ridge) {
      notices.add(
          "%s, far below the ridge %s: the model is nearly constant; what helps: scaling: {type:"
              + " standard}, or a smaller ridge",
          found, Notices.number(ridge));
    }
    return chosen;
  }
}
