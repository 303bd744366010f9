package org.filbert.store.codec;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Divides a message into frames, so that a reader never reads beyond its end. A frame is a length
 * as a variable-length integer (seven bits per byte, lowest first, the top bit set on all but the
 * last), followed by that many bytes. The length 0 ends the message.
 */
public final class FrameOutputStream extends OutputStream {
  private final OutputStream out;

  public FrameOutputStream(OutputStream out) {
    this.out = out;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int count) throws IOException {
    if (count > 0) {
      writeLength(count);
      out.write(bytes, from, count);
    }
  }

  /** Ends the message. */
  public void finish() throws IOException {
    out.write(0);
  }

  private void writeLength(int length) throws IOException {
    int rest = length;
    while (rest > 0x7f) {
      out.write((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    out.write(rest);
  }
}
