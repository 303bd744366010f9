package org.filbert.connectors.kafka;

/** Where a run ends. */
public enum End {
  /** It goes on until it is stopped. */
  NEVER,
  /** After what is the newest record when the run comes to the topic. */
  LATEST
}
