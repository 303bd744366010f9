package org.filbert.operators.loop;

/**
 * A piece of a message of the superstep loop, small enough for Flink's network buffers. Immutable:
 * nothing writes to {@code data} once the frame exists.
 *
 * @param step number of the superstep, from 1; 0 is a worker's word that it has its rows
 * @param source index of the worker that answers; -1 for the driver and for sums
 * @param chunk place of this piece in the message, of {@code chunks} pieces
 * @param tag {@link Kind#SUMMAND}: the matrix's shape, rows in the upper and columns in the lower
 *     half
 */
record Frame(Kind kind, int step, int source, int chunk, int chunks, long tag, byte[] data) {

  /** Tells the workers that there are no more tasks. */
  static final Frame END = new Frame(Kind.END, 0, -1, 0, 1, 0, new byte[0]);

  /** Lets one more batch of a stream through to its driver. */
  static final Frame CREDIT = new Frame(Kind.CREDIT, 0, -1, 0, 1, 0, new byte[0]);

  enum Kind {
    /** To the workers: a task whose answers are gathered. */
    GATHER(0),
    /** To the workers: a task whose answers are added. */
    SUM(1),
    /** To the workers: there are no more tasks. */
    END(2),
    /** To the driver: part of one worker's answer. */
    ANSWER(3),
    /** To the driver: part of a matrix of doubles to be added to the others', or of the sum. */
    SUMMAND(4),
    /** To the gate in front of a stream's driver: there is room for a batch. */
    CREDIT(5);

    private final int code;

    Kind(int code) {
      this.code = code;
    }

    /** A number for the wire. */
    int code() {
      return code;
    }

    static Kind of(int code) {
      for (Kind kind : values()) {
        if (kind.code == code) {
          return kind;
        }
      }
      throw new IllegalArgumentException("no kind of frame has code " + code);
    }
  }
}
