package org.filbert.cache;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A file for data that the process needs while it lives. */
interface Scratch extends AutoCloseable {
  /** Length of the file in bytes. */
  long size();

  /**
   * Appends bytes.
   *
   * @throws IOException if there is no room for all of them
   */
  void append(ByteBuffer bytes) throws IOException;

  /** A part of the file as read-only memory, at most 2 GiB - 1. */
  ByteBuffer map(long from, long to) throws IOException;

  /** Cuts the file to a length. */
  void truncate(long size) throws IOException;

  @Override
  void close() throws IOException;
}
