package org.filbert.metrics;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.filbert.calibration.Margins;

/** Sums the errors of numbers. Targets are relative to the first, against cancellation. */
public final class NumberErrors {
  private final int columns;
  private final double[] origin;
  private final double[] sum;
  private double squares;
  private final double[] squaredErrors;
  private double absoluteErrors;
  private boolean begun;
  private double rows;

  /** Σ w², Σ w²·l and Σ w²·l² of the rows' mean squares l. */
  private final double[] moments = new double[3];

  private final Margins margins;
  private final double[] covered;
  private final double[] predicted;
  private final Residuals residuals = new Residuals();

  /**
   * Begins without rows.
   *
   * @param columns number k of targets
   * @param margins of the intervals of the targets
   */
  public NumberErrors(int columns, Margins margins) {
    this.columns = columns;
    this.margins = margins;
    this.predicted = new double[columns];
    this.covered = new double[columns];
    this.origin = new double[columns];
    this.sum = new double[columns];
    this.squaredErrors = new double[columns];
  }

  /**
   * Adds a row.
   *
   * @param predictions numbers in the units of the targets
   * @param truth what they should be
   * @param from place of the row's first number in both
   * @param weight by which it counts
   */
  public void add(double[] predictions, double[] truth, int from, double weight) {
    double meanSquare = 0;
    for (int j = 0; j < columns; j++) {
      double y = truth[from + j];
      if (!begun) {
        origin[j] = y;
      }
      double relative = y - origin[j];
      double f = predictions[from + j];
      double error = f - y;
      sum[j] += weight * relative;
      squares += weight * relative * relative;
      squaredErrors[j] += weight * error * error;
      absoluteErrors += weight * Math.abs(error);
      meanSquare += error * error / columns;
      predicted[j] += weight * f;
      covered[j] += margins.count() > 0 && margins.contain(y, f, j) ? weight : 0;
    }
    if (columns == 1) {
      residuals.add(predictions[from], truth[from]);
    }
    begun = true;
    rows += weight;
    for (int power = 0; power < moments.length; power++) {
      moments[power] += weight * weight * Math.pow(meanSquare, power);
    }
  }

  /** The root mean squared error. */
  public double loss() {
    return Math.sqrt(Arrays.stream(squaredErrors).sum() / (rows * columns));
  }

  /** √(Σ w²·(l - L)²) / Σ w is that of L = Σ w·l / Σ w, and √L has 1/(2·√L) of it. */
  private double standardError() {
    double loss = loss();
    double mean = loss * loss;
    double squared = moments[2] - 2 * mean * moments[1] + mean * mean * moments[0];
    return loss == 0 ? 0 : Math.sqrt(Math.max(0, squared)) / rows / (2 * loss);
  }

  /** The quality of all rows. */
  public Regression result() {
    boolean several = columns > 1;
    boolean intervals = margins.count() > 0;
    return new Regression(
        loss(),
        Classification.known(standardError()),
        several
            ? Arrays.stream(squaredErrors).map(sum -> Math.sqrt(sum / rows)).boxed().toList()
            : null,
        absoluteErrors / (rows * columns),
        Classification.known(rSquared()),
        intervals ? Arrays.stream(covered).map(weight -> weight / rows).boxed().toList() : null,
        intervals
            ? IntStream.range(0, columns)
                .mapToObj(j -> margins.width(predicted[j] / rows, j))
                .toList()
            : null,
        several ? null : List.copyOf(residuals.bands()));
  }

  /** 1 - Σ(f - y)² / Σ(y - ȳ)², over all columns; not finite if y is constant. */
  private double rSquared() {
    double variation = squares;
    for (double total : sum) {
      variation -= total * total / rows;
    }
    return 1 - Arrays.stream(squaredErrors).sum() / variation;
  }
}
