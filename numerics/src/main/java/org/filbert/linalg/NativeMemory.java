package org.filbert.linalg;

import org.bytedeco.javacpp.Pointer;

/**
 * Memory outside the Java heap.
 *
 * <p>JavaCPP's own limits on it, which follow the size of the Java heap, are taken away: here the
 * budgets of the callers limit memory. JavaCPP reads them once, when its first class is loaded.
 */
final class NativeMemory {
  private NativeMemory() {}

  /** To be called before any class of JavaCPP is touched. */
  static void liftLimits() {
    setDefault("org.bytedeco.javacpp.maxBytes");
    setDefault("org.bytedeco.javacpp.maxPhysicalBytes");
  }

  /**
   * Bytes that are zero, to be given back by {@link Pointer#free}. Large amounts come from the
   * system as pages that are zero when they are first touched: nothing is written here.
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

  private static void setDefault(String property) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, "0");
    }
  }
}
