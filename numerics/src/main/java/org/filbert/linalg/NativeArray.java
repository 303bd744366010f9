package org.filbert.linalg;

import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.Pointer;

/**
 * Elements of one precision, one after the other outside the Java heap. They are read and written
 * through direct buffers of at most {@value #WINDOW} elements each: a single element then costs
 * what one of an array does, and runs are copied by the JVM itself, without a native call.
 */
final class NativeArray {
  /** Elements that are converted at a time, few enough for the first-level cache. */
  private static final int CHUNK = 1024;

  private static final int WINDOW_BITS = 27;

  /** Elements of one buffer: the largest power of two whose bytes an int can count. */
  static final int WINDOW = 1 << WINDOW_BITS;

  private final Precision precision;
  private final Pointer first;
  private final FloatBuffer[] floats;
  private final DoubleBuffer[] doubles;

  /** Frees memory of its own, or is the owner of the memory. */
  private final Object life;

  private NativeArray(Pointer address, Precision precision, long elements, Object owner) {
    boolean single = precision == Precision.SINGLE;
    int windows = Math.toIntExact((elements + WINDOW - 1) >> WINDOW_BITS);
    this.precision = precision;
    this.first = single ? new FloatPointer(address) : new DoublePointer(address);
    this.floats = new FloatBuffer[single ? windows : 0];
    this.doubles = new DoubleBuffer[single ? 0 : windows];
    for (int window = 0; window < windows; window++) {
      long from = (long) window << WINDOW_BITS;
      Pointer part = pointer(from).capacity(Math.min(WINDOW, elements - from));
      if (single) {
        floats[window] = (FloatBuffer) part.asBuffer();
      } else {
        doubles[window] = (DoubleBuffer) part.asBuffer();
      }
    }
    this.life =
        owner == address ? NativeMemory.owned(address, elements * precision.bytes(), this) : owner;
  }

  /**
   * Memory of its own, all zeros. Large amounts come from the system as pages that are zero when
   * they are first touched: nothing is written here.
   *
   * @throws OutOfMemoryError if the system refuses
   */
  static NativeArray zeros(Precision precision, long elements) {
    Pointer memory = NativeMemory.zeros(elements * precision.bytes());
    return new NativeArray(memory, precision, elements, memory);
  }

  /** Memory of an owner, which is kept reachable. */
  static NativeArray at(Pointer address, Precision precision, long elements, Object owner) {
    return new NativeArray(address, precision, elements, owner);
  }

  Precision precision() {
    return precision;
  }

  /** The address of an element, as a FloatPointer or DoublePointer. */
  Pointer pointer(long at) {
    // Not a position: JavaCPP counts that in bytes where a native function takes any pointer.
    return first.getPointer(at);
  }

  /** Frees memory of its own. */
  void close() {
    if (life instanceof Cleaner.Cleanable memory) {
      first.setNull();
      memory.clean();
    }
  }

  double get(long at) {
    checkOpen();
    try {
      return precision == Precision.SINGLE
          ? floats[window(at)].get(place(at))
          : doubles[window(at)].get(place(at));
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  void put(long at, double value) {
    checkOpen();
    try {
      if (precision == Precision.SINGLE) {
        floats[window(at)].put(place(at), (float) value);
      } else {
        doubles[window(at)].put(place(at), value);
      }
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  void get(long at, double[] target, int start, int count) {
    forEachPart(
        at,
        count,
        (window, place, done, n) -> {
          if (precision == Precision.DOUBLE) {
            doubles[window].get(place, target, start + done, n);
          } else {
            widen(floats[window], place, target, start + done, n);
          }
        });
  }

  void get(long at, float[] target, int start, int count) {
    forEachPart(
        at,
        count,
        (window, place, done, n) -> {
          if (precision == Precision.SINGLE) {
            floats[window].get(place, target, start + done, n);
          } else {
            narrow(doubles[window], place, target, start + done, n);
          }
        });
  }

  void put(long at, double[] source, int start, int count) {
    forEachPart(
        at,
        count,
        (window, place, done, n) -> {
          if (precision == Precision.DOUBLE) {
            doubles[window].put(place, source, start + done, n);
          } else {
            narrow(source, start + done, floats[window], place, n);
          }
        });
  }

  void put(long at, float[] source, int start, int count) {
    forEachPart(
        at,
        count,
        (window, place, done, n) -> {
          if (precision == Precision.SINGLE) {
            floats[window].put(place, source, start + done, n);
          } else {
            widen(source, start + done, doubles[window], place, n);
          }
        });
  }

  /** Copies floats; the buffer may have another byte order. */
  void get(long at, FloatBuffer target, int start, int count) {
    forEachPart(
        at, count, (window, place, done, n) -> target.put(start + done, floats[window], place, n));
  }

  void get(long at, DoubleBuffer target, int start, int count) {
    forEachPart(
        at, count, (window, place, done, n) -> target.put(start + done, doubles[window], place, n));
  }

  void put(long at, FloatBuffer source, int start, int count) {
    forEachPart(
        at, count, (window, place, done, n) -> floats[window].put(place, source, start + done, n));
  }

  void put(long at, DoubleBuffer source, int start, int count) {
    forEachPart(
        at, count, (window, place, done, n) -> doubles[window].put(place, source, start + done, n));
  }

  /** Copies elements of the same precision, which may overlap. */
  void put(long at, NativeArray source, long from, int count) {
    forEachPart(
        at,
        count,
        (window, place, done, n) -> {
          if (precision == Precision.SINGLE) {
            source.get(from + done, floats[window], place, n);
          } else {
            source.get(from + done, doubles[window], place, n);
          }
        });
  }

  /** By way of an array: the compiler makes vector instructions of loops over arrays alone. */
  private static void widen(FloatBuffer source, int from, double[] target, int at, int count) {
    float[] chunk = new float[Math.min(CHUNK, count)];
    for (int done = 0; done < count; done += CHUNK) {
      int n = Math.min(CHUNK, count - done);
      source.get(from + done, chunk, 0, n);
      for (int i = 0; i < n; i++) {
        target[at + done + i] = chunk[i];
      }
    }
  }

  private static void widen(float[] source, int from, DoubleBuffer target, int at, int count) {
    for (int i = 0; i < count; i++) {
      target.put(at + i, source[from + i]);
    }
  }

  private static void narrow(DoubleBuffer source, int from, float[] target, int at, int count) {
    for (int i = 0; i < count; i++) {
      target[at + i] = (float) source.get(from + i);
    }
  }

  private static void narrow(double[] source, int from, FloatBuffer target, int at, int count) {
    float[] chunk = new float[Math.min(CHUNK, count)];
    for (int done = 0; done < count; done += CHUNK) {
      int n = Math.min(CHUNK, count - done);
      for (int i = 0; i < n; i++) {
        chunk[i] = (float) source[from + done + i];
      }
      target.put(at + done, chunk, 0, n);
    }
  }

  private interface Part {
    /** Visits elements from a place of a window on; {@code done} of the run come before them. */
    void run(int window, int place, int done, int count);
  }

  private void forEachPart(long at, int count, Part part) {
    checkOpen();
    try {
      for (int done = 0; done < count; ) {
        int place = place(at + done);
        int n = Math.min(count - done, WINDOW - place);
        part.run(window(at + done), place, done, n);
        done += n;
      }
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  private static int window(long at) {
    return (int) (at >> WINDOW_BITS);
  }

  private static int place(long at) {
    return (int) at & (WINDOW - 1);
  }

  private void checkOpen() {
    if (first.isNull()) {
      throw new IllegalStateException("the matrix is closed");
    }
  }
}
