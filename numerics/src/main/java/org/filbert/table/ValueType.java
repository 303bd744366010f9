package org.filbert.table;

/** The type of a column's values in a table whose columns have types. */
public enum ValueType {
  /** A number of any kind. */
  NUMBER,
  /** True or false. */
  TRUTH,
  /** Text. */
  TEXT,
  /** A date. */
  DAY,
  /** A time of the day. */
  CLOCK,
  /** A point in time of no time zone. */
  MOMENT,
  /** A point in time of UTC. */
  UTC_MOMENT
}
