package org.filbert.operators.loop.state;

import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** An output stream into chunks of fixed size, so that no array holds everything. */
public final class ChunkStream extends OutputStream {
  private final int chunkBytes;
  private final List<byte[]> full = new ArrayList<>();
  private byte[] current = new byte[1024];
  private int used;

  public ChunkStream(int chunkBytes) {
    this.chunkBytes = chunkBytes;
  }

  @Override
  public void write(int value) {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int count) {
    int at = from;
    int left = count;
    while (left > 0) {
      if (used == current.length) {
        grow(left);
      }
      int now = Math.min(left, current.length - used);
      System.arraycopy(bytes, at, current, used, now);
      used += now;
      at += now;
      left -= now;
    }
  }

  private void grow(int left) {
    if (current.length == chunkBytes) {
      full.add(current);
      current = new byte[chunkBytes];
      used = 0;
    } else {
      int wanted = Math.max(2 * current.length, used + left);
      current = Arrays.copyOf(current, Math.min(chunkBytes, wanted));
    }
  }

  /** All chunks. Each one except the last is full. */
  public List<byte[]> finish() {
    full.add(Arrays.copyOf(current, used));
    return full;
  }
}
