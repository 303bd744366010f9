package org.filbert.connectors.stream;

/**
 * Place and time of a record of a stream.
 *
 * @param source name of a topic or of a file
 * @param partition of the topic; 0 for a file
 * @param offset within the partition, ascending
 * @param time of arrival, in milliseconds since the epoch
 */
public record Origin(String source, int partition, long offset, long time) {
  /** The place as text: {@code topic[partition]@offset}. */
  public String place() {
    return source + "[" + partition + "]@" + offset;
  }
}
