package org.filbert.operators.loop;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.filbert.store.CodecException;
import org.jspecify.annotations.Nullable;

/**
 * The number that every state in a checkpoint begins with. Its first half tells that it is a number
 * of a format, its second is raised when what follows cannot be read as before: another order of
 * bytes, or supersteps that do not fit the answers to those of an earlier version.
 */
final class StateFormat {
  private static final int MARK = 0x4642;
  static final int VERSION = 1;

  private StateFormat() {}

  static void write(DataOutput out) throws IOException {
    out.writeShort(MARK);
    out.writeShort(VERSION);
  }

  /**
   * Reads the number.
   *
   * @throws SuppressRestartsException if the state is of another format
   */
  static void require(DataInput in) throws IOException {
    int mark = in.readUnsignedShort();
    int version = in.readUnsignedShort();
    if (mark != MARK || version != VERSION) {
      throw refused(
          "%s, this version of Filbert reads format %d: go on with the version that began the run"
              .formatted(
                  mark == MARK
                      ? "the checkpoint is of format " + version
                      : "the checkpoint does not say its format",
                  VERSION),
          null);
    }
  }

  /** Reads a state. */
  interface Reading<T> {
    T read() throws IOException;
  }

  /**
   * Reads what follows the number.
   *
   * @throws SuppressRestartsException if it is not what this version needs
   */
  static <T> T read(Reading<T> reading) throws IOException {
    try {
      return reading.read();
    } catch (CodecException e) {
      throw refused("the checkpoint cannot be restored: " + e.getMessage(), e);
    }
  }

  private static SuppressRestartsException refused(String message, @Nullable Throwable cause) {
    return new SuppressRestartsException(new UserErrorException(message, cause));
  }
}
