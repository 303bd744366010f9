package org.filbert.operators.loop.state;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.filbert.operators.loop.spec.UserErrorException;
import org.filbert.store.codec.CodecException;
import org.jspecify.annotations.Nullable;

/**
 * The format number at the start of each state in a checkpoint. Its first half marks a format
 * number. Its second half increases when older states become unreadable, by another layout or by
 * supersteps that do not match the answers of an earlier version.
 */
public final class StateFormat {
  private static final int MARK = 0x4642;
  static final int VERSION = 1;

  private StateFormat() {}

  static void write(DataOutput out) throws IOException {
    out.writeShort(MARK);
    out.writeShort(VERSION);
  }

  /**
   * Reads and checks the number.
   *
   * @throws SuppressRestartsException if the state has another format
   */
  static void require(DataInput in) throws IOException {
    int mark = in.readUnsignedShort();
    int version = in.readUnsignedShort();
    if (mark != MARK || version != VERSION) {
      throw refused(
          "%s, this version of Filbert reads format %s: use the version that began the run"
              .formatted(
                  mark == MARK
                      ? "the checkpoint has format " + version
                      : "the checkpoint has no format number",
                  VERSION),
          null);
    }
  }

  /** Reads a state. */
  interface Reading<T> {
    T read() throws IOException;
  }

  /**
   * Reads the content after the number.
   *
   * @throws SuppressRestartsException if it is unreadable for this version
   */
  static <T> T read(Reading<T> reading) throws IOException {
    try {
      return reading.read();
    } catch (CodecException e) {
      throw refused("the checkpoint cannot be restored: " + e.getMessage(), e);
    }
  }

  public static SuppressRestartsException refused(String message, @Nullable Throwable cause) {
    return new SuppressRestartsException(new UserErrorException(message, cause));
  }
}
