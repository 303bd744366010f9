package org.filbert.jobs.scoring;

import java.util.List;

/**
 * How much worse predictions become when the values of an input column are shuffled among the rows.
 *
 * @param by what is compared: log-loss, error (a share of the rows) or RMSE
 * @param rows number of rows
 * @param repeats of each column
 * @param base value for the rows as they are
 * @param columns the most important first
 */
public record Importances(String by, long rows, int repeats, double base, List<OfColumn> columns) {

  /**
   * Importance of one column.
   *
   * @param increase mean over the repeats; below 0 if shuffled values are better
   * @param deviation standard deviation over the repeats; 0 of a single one
   */
  public record OfColumn(String name, double increase, double deviation) {}
}
