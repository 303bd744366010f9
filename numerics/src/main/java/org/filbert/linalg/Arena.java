package org.filbert.linalg;

import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.Pointer;
import org.jspecify.annotations.Nullable;

/**
 * Memory for many matrices, taken from the system at once and before it is needed: what is too much
 * fails at the start and not hours later, and no product waits for the system to find pages.
 *
 * <p>Not thread-safe. A matrix of the arena must not be used once the arena is closed.
 */
public final class Arena implements AutoCloseable {
  private final long bytes;
  private final BytePointer memory;
  private long used;

  /** Takes, and touches, so many bytes. */
  public Arena(long bytes) {
    NativeMemory.liftLimits();
    this.bytes = bytes;
    this.memory = new BytePointer(Math.max(1, bytes));
    Pointer.memset(memory, 0, bytes);
  }

  /** A matrix of zeros that nobody else has; nothing if there is no room for it. */
  public @Nullable Matrix take(Precision precision, int rows, int cols) {
    long wanted = (long) rows * cols * precision.bytes();
    if (used + wanted > bytes) {
      return null;
    }
    Pointer place = memory.getPointer(used);
    used += wanted;
    return Matrix.at(
        precision == Precision.SINGLE ? new FloatPointer(place) : new DoublePointer(place),
        precision,
        rows,
        cols);
  }

  @Override
  public void close() {
    memory.deallocate();
  }
}
