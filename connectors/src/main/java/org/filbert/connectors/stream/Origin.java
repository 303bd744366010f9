package org.filbert.connectors.stream;

/**
 * Where a record of a stream was, and when it came in.
 *
 * @param source name of a topic or of a file
 * @param partition of the topic; 0 for a file
 * @param offset within the partition, ascending
 * @param time when it came in, in milliseconds since the epoch
 */
public record Origin(String source, int partition, long offset, long time) {
  /** The place for a person to find it: {@code topic[partition]@offset}. */
  public String place() {
    return source + "[" + partition + "]@" + offset;
  }
}
