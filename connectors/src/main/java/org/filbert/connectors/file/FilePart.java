package org.filbert.connectors.file;

import org.jspecify.annotations.Nullable;

/**
 * A part of a file to read.
 *
 * @param labels the file of the labels; null if they are in {@code file}, or there are none
 * @param from offset of the part's first byte; records that start before it belong to others
 * @param end offset after the part's last byte
 */
public record FilePart(InputFile file, @Nullable InputFile labels, long from, long end) {
  /** All of a file. */
  public static FilePart whole(InputFile file, @Nullable InputFile labels) {
    return new FilePart(file, labels, 0, Long.MAX_VALUE);
  }
}
