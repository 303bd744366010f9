package org.filbert.linalg;

import java.lang.invoke.MethodHandles;
import java.lang.ref.Cleaner;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.Pointer;

/**
 * Memory outside the Java heap.
 *
 * <p>JavaCPP's own limits on it, which follow the size of the Java heap, are taken away: here the
 * budgets of the callers limit memory. JavaCPP reads them once, when its first class is loaded.
 *
 * <p>One thread alone starts JavaCPP, before any loads a library. A class of pointers, while it is
 * initialised, waits for the lock that its loader holds; and a library, while it is loaded under
 * that lock, waits for such classes: two threads that began with one each would wait for ever.
 */
public final class NativeMemory {
  private static final List<String> LIBRARIES = List.of("javacpp/%s/libjnijavacpp.so");
  private static final Cleaner CLEANER = Cleaner.create();
  private static final AtomicLong TAKEN = new AtomicLong();

  static {
    setDefault("org.bytedeco.javacpp.maxBytes");
    setDefault("org.bytedeco.javacpp.maxPhysicalBytes");
    NativeCache.load(
        () ->
            List.of(Pointer.class, BytePointer.class, FloatPointer.class, DoublePointer.class)
                .forEach(NativeMemory::initialise));
  }

  private NativeMemory() {}

  /** Bytes that this process has taken for matrices and the like, and has not given back. */
  public static long taken() {
    return TAKEN.get();
  }

  /** Starts JavaCPP; a class that uses it before it asks for memory calls this first. */
  static void start() {
    // The work is done once, when this class is initialised.
  }

  /**
   * Unpacks JavaCPP's library.
   *
   * @throws UnpackingException if it cannot be unpacked
   */
  static void checkUnpacked() {
    NativeCache.checkUnpacked(LIBRARIES);
  }

  /**
   * Bytes that are zero, to be given back by {@link #owned}. Large amounts come from the system as
   * pages that are zero when they are first touched: nothing is written here.
   *
   * @throws OutOfMemoryError if the system refuses
   * @throws UnpackingException if JavaCPP's library cannot be unpacked
   */
  static Pointer zeros(long bytes) {
    Pointer memory = allocated(bytes);
    if (Pointer.isNull(memory)) {
      throw new OutOfMemoryError("the system has no " + bytes + " bytes of memory");
    }
    return memory;
  }

  private static Pointer allocated(long bytes) {
    try {
      return Pointer.calloc(Math.max(1, bytes), 1);
    } catch (LinkageError e) {
      checkUnpacked();
      throw e;
    }
  }

  /**
   * Gives memory back when it is told to, or when the owner cannot be reached any more.
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

  private static void initialise(Class<?> pointers) {
    try {
      MethodHandles.lookup().ensureInitialized(pointers);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e); // they are public
    }
  }
}
