package org.filbert.linalg;

import java.lang.ref.Cleaner;
import org.bytedeco.javacpp.Pointer;
import org.jspecify.annotations.Nullable;

/**
 * Memory for many matrices, up to a given amount. Only its addresses are reserved at first: the
 * system finds pages for a matrix when that is first written to.
 *
 * <p>Not thread-safe. A matrix of the arena must not be used once the arena is closed.
 */
public final class Arena implements AutoCloseable {
  private final long bytes;
  private final Pointer memory;
  private final Cleaner.Cleanable life;
  private long used;

  /**
   * Reserves so many bytes.
   *
   * @throws OutOfMemoryError if the system refuses
   */
  public Arena(long bytes) {
    this.bytes = bytes;
    this.memory = NativeMemory.zeros(bytes);
    this.life = NativeMemory.owned(memory, bytes, this);
  }

  /** A new matrix of zeros; null if there is no room for it. */
  public @Nullable Matrix take(Precision precision, int rows, int cols) {
    long wanted = (long) rows * cols * precision.bytes();
    if (used + wanted > bytes) {
      return null;
    }
    Pointer place = memory.getPointer(used);
    used += wanted;
    return Matrix.at(place, precision, rows, cols, this);
  }

  @Override
  public void close() {
    life.clean();
    memory.setNull();
  }
}
