package org.filbert.it.fuzz;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A reader of bytes that may come from anywhere. */
interface Target {
  String name();

  /** Inputs that are read without complaint; the corpus has more that may be refused. */
  List<byte[]> seeds();

  /** Pieces of input that mean something to the reader. */
  List<String> tokens();

  /** A reader for one thread. */
  Reader open() throws Exception;

  /** Whether this is how the reader says that it cannot use an input. */
  boolean documents(Exception exception);

  /**
   * Most seconds of processor time that reading an input may take; one that blows up takes minutes.
   */
  default double mostSeconds() {
    return 3;
  }

  /** Most bytes that reading an input may allocate. */
  default long mostBytes(int length) {
    return 100_000_000;
  }

  /** Reads one input after the other. */
  interface Reader {
    /** Reads and uses an input. */
    Object read(byte[] input) throws Exception;

    /**
     * Compares with a second way to read the input; an {@link AssertionError} says that one is
     * wrong.
     *
     * @param result what was read; null if the input was refused
     */
    default void check(byte[] input, @Nullable Object result) throws Exception {}
  }
}
