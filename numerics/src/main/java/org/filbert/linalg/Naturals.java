package org.filbert.linalg;

import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.IntBuffer;
import java.util.Objects;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Pointer;

/**
 * Whole numbers from 0 to a largest one, outside the Java heap: two bytes each if the largest is
 * below 2¹⁶, else four. {@link #close} gives the memory back at once, otherwise the garbage
 * collector does.
 *
 * <p>Not thread-safe for writing.
 */
public final class Naturals implements AutoCloseable {
  private static final int MAX_NARROW = (1 << Character.SIZE) - 1;

  private final int count;
  private final CharBuffer narrow;
  private final IntBuffer wide;
  private final Cleaner.Cleanable memory;

  private Naturals(Pointer address, int largest, int count) {
    this.count = count;
    ByteBuffer bytes =
        new BytePointer(address)
            .capacity(Math.multiplyExact(count, size(largest)))
            .asByteBuffer()
            .order(ByteOrder.nativeOrder());
    boolean isNarrow = largest <= MAX_NARROW;
    this.narrow = isNarrow ? bytes.asCharBuffer() : CharBuffer.allocate(0);
    this.wide = isNarrow ? IntBuffer.allocate(0) : bytes.asIntBuffer();
    this.memory = NativeMemory.owned(address, (long) count * size(largest), this);
  }

  /** So many zeros. */
  public static Naturals zeros(int largest, int count) {
    return new Naturals(NativeMemory.zeros((long) count * size(largest)), largest, count);
  }

  /** Bytes of each number, if these go up to a largest one. */
  public static int size(int largest) {
    return largest <= MAX_NARROW ? Character.BYTES : Integer.BYTES;
  }

  public int count() {
    return count;
  }

  /** Copies numbers {@code from} to {@code to} to the start of an array. */
  public void read(int from, int to, int[] target) {
    Objects.checkFromToIndex(from, to, count);
    Objects.checkFromToIndex(0, to - from, target.length);
    try {
      if (wide.capacity() == count) {
        wide.get(from, target, 0, to - from);
      } else {
        char[] numbers = new char[to - from];
        narrow.get(from, numbers);
        for (int i = 0; i < numbers.length; i++) {
          target[i] = numbers[i];
        }
      }
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  /** Puts a number, which must not exceed the largest one. */
  public void set(int at, int value) {
    Objects.checkIndex(at, count);
    try {
      if (wide.capacity() == count) {
        wide.put(at, value);
      } else {
        narrow.put(at, (char) value);
      }
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  /** Gives the memory back; the numbers must not be used afterwards. */
  @Override
  public void close() {
    memory.clean();
  }
}
