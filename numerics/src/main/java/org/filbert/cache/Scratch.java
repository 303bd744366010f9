package org.filbert.cache;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A file for what is needed as long as the process lives. */
interface Scratch extends AutoCloseable {
  /** Its length in bytes. */
  long size();

  /**
   * Adds bytes at its end.
   *
   * @throws IOException if not all of them have found room
   */
  void append(ByteBuffer bytes) throws IOException;

  /** A part of it as memory to be read, at most 2 GiB - 1. */
  ByteBuffer map(long from, long to) throws IOException;

  /** Gives up what is beyond a length. */
  void truncate(long size) throws IOException;

  @Override
  void close() throws IOException;
}
