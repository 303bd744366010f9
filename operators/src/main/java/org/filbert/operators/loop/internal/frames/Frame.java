package org.filbert.operators.loop.internal.frames;

import java.util.ArrayList;
import java.util.List;

/**
 * A piece of a message of the superstep loop, small enough for Flink's network buffers. Frames are
 * immutable: {@code data} is never modified.
 *
 * @param step number of the superstep, from 1; 0 reports that a worker has its rows
 * @param source index of the answering worker; -1 for the driver and for sums
 * @param dest index of the receiving worker, {@link #ALL} or {@link #DRIVER}
 * @param answers number of workers that answer in this superstep; 0 for parts of a sum
 * @param chunk index of this piece, of {@code chunks} pieces
 */
public record Frame(
    Kind kind, int step, int source, int dest, int answers, int chunk, int chunks, byte[] data) {
  /** Bytes of a piece: a small overhead per byte, and small enough to avoid spilling. */
  static final int CHUNK_BYTES = 256 * 1024;

  public static final int ALL = -1;
  public static final int DRIVER = -2;

  /** Size of the header in bytes. */
  static final int HEADER_BYTES = 1 + 7 * Integer.BYTES;

  /** Tells the workers that there are no more tasks. */
  static final Frame END = of(Kind.END, 0, -1, ALL, 0);

  /** Lets another batch of a stream through to the driver. */
  public static final Frame CREDIT = of(Kind.CREDIT, 0, -1, DRIVER, 0);

  public Frame {
    if (chunk < 0 || chunk >= chunks) {
      throw new IllegalArgumentException("found piece " + chunk + " of " + chunks);
    }
  }

  public enum Kind {
    /** To workers: a task whose answers are gathered. */
    TASK(0),
    /** To workers: a task whose answers are added, and the recipients of the sum. */
    SUMMAND(1),
    /** To the recipients of a sum: the task that uses it. */
    NEXT(2),
    /** A part of matrices to add to those of other workers, or of their sum. */
    SUM(3),
    /** To the driver: a part of a worker's answer. */
    ANSWER(4),
    /** To workers: there are no more tasks. */
    END(5),
    /** To operators that pass on sums: the superstep is complete, its sum is no longer needed. */
    FORGET(6),
    /** To the gate in front of a stream's driver: there is room for a batch. */
    CREDIT(7),
    /** To workers: a task that reads constants. Its answers are gathered but not kept. */
    READ(8),
    /** To the driver: a part of a worker's answer to such a task. */
    READING(9);

    private final int code;

    Kind(int code) {
      this.code = code;
    }

    /** The code in serialized frames. */
    int code() {
      return code;
    }

    public static Kind of(int code) {
      for (Kind kind : values()) {
        if (kind.code == code) {
          return kind;
        }
      }
      throw new IllegalArgumentException("no kind of frame has code " + code);
    }
  }

  /** A message without data. */
  public static Frame of(Kind kind, int step, int source, int dest, int answers) {
    return new Frame(kind, step, source, dest, answers, 0, 1, new byte[0]);
  }

  /** A piece of the same message. */
  public Frame piece(int newChunk, int newChunks, byte[] newData) {
    return new Frame(kind, step, source, dest, answers, newChunk, newChunks, newData);
  }

  /** The message of this header in pieces. */
  public List<Frame> pieces(List<byte[]> pieces) {
    List<Frame> frames = new ArrayList<>();
    for (int i = 0; i < pieces.size(); i++) {
      frames.add(piece(i, pieces.size(), pieces.get(i)));
    }
    return frames;
  }

  /** The same piece for another receiver. */
  Frame to(int newDest) {
    return new Frame(kind, step, source, newDest, answers, chunk, chunks, data);
  }

  /** Serialized size in bytes. */
  public int bytes() {
    return HEADER_BYTES + data.length;
  }

  @Override
  public String toString() {
    return "%s of superstep %s from %s to %s, piece %s of %s"
        .formatted(kind, step, source, dest, chunk, chunks);
  }
}
