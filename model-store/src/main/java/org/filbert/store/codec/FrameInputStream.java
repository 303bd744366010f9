package org.filbert.store.codec;

import java.io.IOException;
import java.io.InputStream;

/** Reads a message in the frames of {@link FrameOutputStream}, and no byte beyond it. */
final class FrameInputStream extends InputStream {
  private final InputStream in;
  private int remaining;
  private boolean finished;

  FrameInputStream(InputStream in) {
    this.in = in;
  }

  @Override
  public int read() throws IOException {
    if (!hasNext()) {
      return -1;
    }
    int b = in.read();
    if (b < 0) {
      throw ended();
    }
    remaining--;
    return b;
  }

  @Override
  public int read(byte[] bytes, int from, int count) throws IOException {
    if (count == 0) {
      return 0;
    }
    if (!hasNext()) {
      return -1;
    }
    int n = in.read(bytes, from, Math.min(count, remaining));
    if (n < 0) {
      throw ended();
    }
    remaining -= n;
    return n;
  }

  /** Reads the end mark. Any bytes before it are an error. */
  void finish() throws IOException {
    if (hasNext()) {
      throw new CodecException("found bytes after the object, expected the end of its message");
    }
  }

  /** Whether the message has another byte. Reads the length of the next frame if it is due. */
  private boolean hasNext() throws IOException {
    if (remaining == 0 && !finished) {
      remaining = readLength();
      finished = remaining == 0;
    }
    return !finished;
  }

  private int readLength() throws IOException {
    long length = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      int b = in.read();
      if (b < 0) {
        throw ended();
      }
      length |= (b & 0x7fL) << shift;
      if (b < 0x80) {
        if (length > Integer.MAX_VALUE) {
          break;
        }
        return (int) length;
      }
    }
    throw new CodecException("found a frame length above " + Integer.MAX_VALUE);
  }

  private static CodecException ended() {
    return new CodecException("the bytes end within a message");
  }
}
