package org.filbert.connectors;

/** What to do with a record that cannot be used. */
public enum OnBadRecord {
  /** Stops with a {@link BadRecordException}. */
  FAIL,
  /** Passes the record on as an {@link org.filbert.data.Instance.Bad} and continues. */
  QUARANTINE
}
