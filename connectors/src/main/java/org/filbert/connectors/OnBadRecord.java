package org.filbert.connectors;

/** What happens at a record that cannot be used. */
public enum OnBadRecord {
  /** Reading ends with a {@link BadRecordException}. */
  FAIL,
  /** The record is passed on as an {@link org.filbert.data.Instance.Bad}, and reading goes on. */
  QUARANTINE
}
