package org.filbert.train.columns;

import java.util.List;
import org.filbert.train.columns.TableTasks.Series;
import org.filbert.workers.Workers;

/**
 * Means and standard deviations of the training rows' numbers.
 *
 * @param farthest from 0 of the numbers of each series
 */
record Moments(List<Series> series, double[] means, double[] factors, double[] farthest) {
  /** Measures numbers; the sums are exact. */
  static Moments of(List<Series> series, Workers workers) {
    int size = series.size();
    double[] means = new double[size];
    double[] factors = new double[size];
    double[] farthest = new double[size];
    if (size == 0) {
      return new Moments(series, means, factors, farthest);
    }
    TableTasks.Sum.Sums sums = ask(new TableTasks.Sum(series, new double[0], means), workers);
    double[] halves = new double[size];
    for (int j = 0; j < size; j++) {
      means[j] = sums.mean(j);
      double half = sums.most()[j] / 2 - sums.least()[j] / 2;
      halves[j] = half > 0 ? half : 1;
      farthest[j] = -sums.least()[j] > sums.most()[j] ? sums.least()[j] : sums.most()[j];
    }
    TableTasks.Sum.Sums squares = ask(new TableTasks.Sum(series, means, halves), workers);
    for (int j = 0; j < size; j++) {
      double factor = 1 / halves[j] / (2 * Math.sqrt(squares.mean(j)));
      factors[j] = Double.isFinite(factor) && factor > 0 ? factor : 1;
    }
    return new Moments(series, means, factors, farthest);
  }

  private static TableTasks.Sum.Sums ask(TableTasks.Sum sum, Workers workers) {
    return workers.gather(sum).stream().reduce(TableTasks.Sum.Sums::merge).orElseThrow();
  }

  double mean(Series of) {
    return means[series.indexOf(of)];
  }

  /** One over the standard deviation; 1 if all numbers are the same. */
  double factor(Series of) {
    return factors[series.indexOf(of)];
  }
}
