package org.filbert.linalg;

import java.lang.ref.Cleaner;
import java.util.concurrent.atomic.AtomicLong;
import org.bytedeco.javacpp.Pointer;

/**
 * Memory outside the Java heap.
 *
 * <p>JavaCPP's own limits on it, which follow the size of the Java heap, are taken away: here the
 * budgets of the callers limit memory. JavaCPP reads them once, when its first class is loaded.
 */
public final class NativeMemory {
  private static final Cleaner CLEANER = Cleaner.create();
  private static final AtomicLong TAKEN = new AtomicLong();

  private NativeMemory() {}

  /** Bytes that this process has taken for matrices and the like, and has not given back. */
  public static long taken() {
    return TAKEN.get();
  }

  /** To be called before any class of JavaCPP is touched. */
  static void liftLimits() {
    setDefault("org.bytedeco.javacpp.maxBytes");
    setDefault("org.bytedeco.javacpp.maxPhysicalBytes");
  }

  /**
   * Bytes that are zero, to be given back by {@link #owned}. Large amounts come from the system as
   * pages that are zero when they are first touched: nothing is written here.
   *
   * @throws OutOfMemoryError if the system refuses
   */
  static Pointer zeros(long bytes) {
    Pointer memory = Pointer.calloc(Math.max(1, bytes), 1);
    if (Pointer.isNull(memory)) {
      throw new OutOfMemoryError("the system has no " + bytes + " bytes of memory");
    }
    return memory;
  }

  /**
   * What gives memory back, at once or when nobody can reach its owner any more.
   *
   * @param memory from {@link #zeros}
   */
  static Cleaner.Cleanable owned(Pointer memory, long bytes, Object owner) {
    TAKEN.addAndGet(bytes);
    return CLEANER.register(
        owner,
        () -> {
          Pointer.free(memory);
          TAKEN.addAndGet(-bytes);
        });
  }

  private static void setDefault(String property) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, "0");
    }
  }
}
