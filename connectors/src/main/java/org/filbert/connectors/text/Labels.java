package org.filbert.connectors.text;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.filbert.connectors.TaskKind;
import org.filbert.data.Target;
import org.filbert.table.CellColumns;
import org.filbert.table.Decimal;
import org.jspecify.annotations.Nullable;

/** Converts labels into targets. Equal classes share a target. */
public final class Labels {
  private static final int CACHE = 256;

  /** Differences of larger numbers, and their sums, leave the range of double precision. */
  private static final double LARGEST = 1e300;

  private final TaskKind task;
  private final boolean required;
  private final Decimal decimal;
  private final MissingTexts missing;
  private final byte[][] cachedBytes = new byte[CACHE][];
  private final Target.ClassName[] cachedNames = new Target.ClassName[CACHE];

  /**
   * Labels whose numbers are written with a point.
   *
   * @param columns of a table, which say what stands for a missing value; null if nothing does
   */
  public Labels(TaskKind task, boolean required, @Nullable CellColumns columns) {
    this(task, required, columns, Decimal.POINT);
  }

  Labels(TaskKind task, boolean required, @Nullable CellColumns columns, Decimal decimal) {
    this.task = task;
    this.required = required;
    this.decimal = decimal;
    this.missing = MissingTexts.of(columns);
  }

  /** Whether each record must have a label. */
  boolean required() {
    return required;
  }

  /**
   * The target of the label in these bytes. Null if the label is missing and not required.
   *
   * @throws MalformedException if it is required and missing, or if it has to be a number and is
   *     none
   */
  public @Nullable Target target(byte[] bytes, int from, int to) throws MalformedException {
    if (from == to || missing.has(bytes, from, to)) {
      return missing();
    }
    return task == TaskKind.CLASSIFICATION ? className(bytes, from, to) : number(bytes, from, to);
  }

  /**
   * The target of a record without a label: null if that is allowed.
   *
   * @throws MalformedException if it is not
   */
  public @Nullable Target missing() throws MalformedException {
    if (required) {
      throw new MalformedException(
          "found no label, allowed "
              + (task == TaskKind.CLASSIFICATION ? "a class name" : "a finite number"));
    }
    return null;
  }

  private Target.Values number(byte[] bytes, int from, int to) throws MalformedException {
    double value = decimal.parse(bytes, from, to);
    if (!(Math.abs(value) <= LARGEST)) {
      throw new MalformedException(
          "found the label "
              + MalformedException.quote(bytes, from, to)
              + ", allowed a finite number"
              + (Double.isNaN(value) ? "" : " up to " + LARGEST));
    }
    return new Target.Values(new double[] {value});
  }

  private Target.ClassName className(byte[] bytes, int from, int to) {
    int hash = 0;
    for (int at = from; at < to; at++) {
      hash = 31 * hash + bytes[at];
    }
    int slot = (hash ^ hash >>> 16) & CACHE - 1;
    byte[] known = cachedBytes[slot];
    if (known == null || !Arrays.equals(known, 0, known.length, bytes, from, to)) {
      cachedBytes[slot] = Arrays.copyOfRange(bytes, from, to);
      cachedNames[slot] =
          new Target.ClassName(new String(bytes, from, to - from, StandardCharsets.UTF_8));
    }
    return cachedNames[slot];
  }
}
