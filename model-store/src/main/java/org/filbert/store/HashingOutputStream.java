package org.filbert.store;

import java.io.IOException;
import java.io.OutputStream;
import java.security.MessageDigest;

/** Counts the bytes that are written and computes their hash. */
final class HashingOutputStream extends OutputStream {
  private final OutputStream out;
  private final MessageDigest digest = Sha256.digest();
  private long count;

  HashingOutputStream(OutputStream out) {
    this.out = out;
  }

  @Override
  public void write(int b) throws IOException {
    digest.update((byte) b);
    count++;
    out.write(b);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    digest.update(bytes, from, length);
    count += length;
    out.write(bytes, from, length);
  }

  long count() {
    return count;
  }

  String sha256() {
    return Sha256.hex(digest);
  }
}
