package org.filbert.operators.loop;

/**
 * A piece of a message of the superstep loop, small enough for Flink's network buffers. Immutable:
 * nothing writes to {@code data} once the frame exists.
 *
 * @param step number of the superstep, from 1; 0 is a worker's word that it has its rows
 * @param source index of the worker that answers; -1 for the driver and for sums
 * @param dest index of the worker that it goes to, {@link #ALL} or {@link #DRIVER}
 * @param answers how many workers answer in this superstep; 0 for what belongs to a sum
 * @param chunk place of this piece in the message, of {@code chunks} pieces
 */
record Frame(
    Kind kind, int step, int source, int dest, int answers, int chunk, int chunks, byte[] data) {
  static final int ALL = -1;
  static final int DRIVER = -2;

  /** Bytes on the wire besides the data. */
  static final int HEADER_BYTES = 1 + 7 * Integer.BYTES;

  /** Tells the workers that there are no more tasks. */
  static final Frame END = of(Kind.END, 0, -1, ALL, 0);

  /** Lets one more batch of a stream through to its driver. */
  static final Frame CREDIT = of(Kind.CREDIT, 0, -1, DRIVER, 0);

  Frame {
    if (chunk < 0 || chunk >= chunks) {
      throw new IllegalArgumentException("found piece " + chunk + " of " + chunks);
    }
  }

  enum Kind {
    /** To the workers: a task whose answers are gathered. */
    TASK(0),
    /** To the workers: a task whose answers are added, and who gets the sum. */
    SUMMAND(1),
    /** To those who get the sum: what to do with it. */
    NEXT(2),
    /** Part of matrices to be added to the other workers', or of the sum on its way. */
    SUM(3),
    /** To the driver: part of one worker's answer. */
    ANSWER(4),
    /** To the workers: there are no more tasks. */
    END(5),
    /** To those who pass sums on: this superstep is over, its sum will not be asked for again. */
    FORGET(6),
    /** To the gate in front of a stream's driver: there is room for a batch. */
    CREDIT(7),
    /** To the workers: a task that reads constants, whose answers are gathered and not kept. */
    READ(8),
    /** To the driver: part of one worker's answer to such a task. */
    READING(9);

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

  /** A whole message without data. */
  static Frame of(Kind kind, int step, int source, int dest, int answers) {
    return new Frame(kind, step, source, dest, answers, 0, 1, new byte[0]);
  }

  /** A piece of a message as this one. */
  Frame piece(int newChunk, int newChunks, byte[] newData) {
    return new Frame(kind, step, source, dest, answers, newChunk, newChunks, newData);
  }

  /** The same piece for somebody else. */
  Frame to(int newDest) {
    return new Frame(kind, step, source, newDest, answers, chunk, chunks, data);
  }

  /** Bytes on the wire. */
  int bytes() {
    return HEADER_BYTES + data.length;
  }

  @Override
  public String toString() {
    return "%s of superstep %d from %d to %d, piece %d of %d"
        .formatted(kind, step, source, dest, chunk, chunks);
  }
}
