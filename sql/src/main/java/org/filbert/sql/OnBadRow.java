package org.filbert.sql;

/** What becomes of a row that the model does not take. */
enum OnBadRow {
  /** The job ends. */
  FAIL,
  /** The predicted columns are null. */
  NULL,
  /** The row is left out. */
  SKIP
}
