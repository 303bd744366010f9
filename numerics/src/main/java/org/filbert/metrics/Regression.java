package org.filbert.metrics;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Quality of a regression, in the units of the targets and over all of them. Where rows have
 * weights, means and shares count them by these; the residuals do not.
 *
 * @param rmseStandardError what chance makes of {@code rmse}, for as many other rows, each with its
 *     weight: the standard error of the mean square, divided by twice its root; absent if fourth
 *     powers of the errors are too large
 * @param rmseByTarget the RMSE of each of several targets; absent for one
 * @param r2 the coefficient of determination; absent if all targets are the same
 * @param coverage share of the rows within the interval, of each target; absent without intervals
 * @param intervalWidth mean width of the intervals of each target; absent without intervals
 * @param residuals by prediction, of the first million rows; absent for several targets
 */
public record Regression(
    double rmse,
    @Nullable Double rmseStandardError,
    @Nullable List<Double> rmseByTarget,
    double mae,
    @Nullable Double r2,
    @Nullable List<Double> coverage,
    @Nullable List<Double> intervalWidth,
    @Nullable List<Band> residuals) {

  /**
   * Rows whose predictions are alike, and the quantiles of truth - prediction among them.
   *
   * @param from lowest prediction
   * @param to highest prediction
   */
  public record Band(
      long rows,
      double from,
      double to,
      double q05,
      double q25,
      double median,
      double q75,
      double q95) {}
}
