package org.filbert.store;

import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;

/** Computes a hash of the bytes that are read. */
final class HashingInputStream extends InputStream {
  private final InputStream in;
  private final MessageDigest digest = Sha256.digest();

  HashingInputStream(InputStream in) {
    this.in = in;
  }

  @Override
  public int read() throws IOException {
    int b = in.read();
    if (b >= 0) {
      digest.update((byte) b);
    }
    return b;
  }

  @Override
  public int read(byte[] bytes, int from, int length) throws IOException {
    int n = in.read(bytes, from, length);
    if (n > 0) {
      digest.update(bytes, from, n);
    }
    return n;
  }

  /** Reads to the end. Returns the number of bytes that were left. */
  long drain() throws IOException {
    if (read() < 0) {
      return 0;
    }
    byte[] chunk = new byte[LittleEndian.CHUNK_BYTES];
    long left = 1;
    for (int n = read(chunk, 0, chunk.length); n >= 0; n = read(chunk, 0, chunk.length)) {
      left += n;
    }
    return left;
  }

  String sha256() {
    return Sha256.hex(digest);
  }
}
