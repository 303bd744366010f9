package org.filbert.connectors.text;

import java.io.IOException;
import java.util.Arrays;
import org.filbert.connectors.file.ReadOptions;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Role;
import org.filbert.data.Target;
import org.filbert.table.CellColumns;
import org.filbert.table.Decimal;
import org.jspecify.annotations.Nullable;

/**
 * Parses a LIBSVM line into a sparse example. As in SVMlight files, a {@code #} starts a comment,
 * and {@code qid:} before the first index is skipped.
 */
final class LibSvmParser implements LineParser {
  private static final byte[] QUERY = {'q', 'i', 'd', ':'};

  private final int base;
  private final int features;
  private final Role role;
  private final Labels labels;
  private int[] indices = new int[64];
  private double[] values = new double[64];

  /** The registered format {@code libsvm}. */
  public static final class Type extends TextType<LibSvm> {
    public Type() {
      super("libsvm", LibSvm.class);
    }

    @Override
    TextLayout layout(LibSvm format, ReadOptions options, Labels labels, TextStart start)
        throws IOException {
      LineParser parser =
          new LibSvmParser(options.role(), labels, format, format.width().orElse(0));
      start.requireLine(parser::passesOver, "");
      return new TextLayout(parser);
    }

    @Override
    LineParser parser(
        LibSvm format, Labels labels, @Nullable Integer features, @Nullable CellColumns columns) {
      int width = format.width().orElse(features == null ? 0 : features);
      return new LibSvmParser(Role.TRAIN, labels, format, width);
    }
  }

  private LibSvmParser(Role role, Labels labels, LibSvm format, int features) {
    this.base = format.oneBased() ? 1 : 0;
    this.features = features;
    this.role = role;
    this.labels = labels;
  }

  @Override
  public int features() {
    return features;
  }

  @Override
  public boolean passesOver(Line line) {
    int at = skipBlanks(line.bytes, line.from, line.to);
    return at == line.to || line.bytes[at] == '#';
  }

  @Override
  public Instance.Example parse(Line line, long position) throws MalformedException {
    byte[] bytes = line.bytes;
    int end = endOfData(line);
    int at = skipBlanks(bytes, line.from, end);
    int labelEnd = endOfToken(bytes, at, end);
    Target target;
    if (indexOfColon(bytes, at, labelEnd) < labelEnd) {
      target = labels.missing();
    } else {
      target = labels.target(bytes, at, labelEnd);
      at = skipBlanks(bytes, labelEnd, end);
    }
    if (startsWith(QUERY, bytes, at, end)) {
      at = skipBlanks(bytes, endOfToken(bytes, at, end), end);
    }
    int count = 0;
    while (at < end) {
      int tokenEnd = endOfToken(bytes, at, end);
      if (count == indices.length) {
        indices = Arrays.copyOf(indices, 2 * count);
        values = Arrays.copyOf(values, 2 * count);
      }
      int colon = indexOfColon(bytes, at, tokenEnd);
      int index = index(bytes, at, colon, tokenEnd);
      if (count > 0 && index <= indices[count - 1]) {
        throw new MalformedException(
            "found index "
                + (index + base)
                + " after "
                + (indices[count - 1] + base)
                + ", allowed strictly ascending indices");
      }
      indices[count] = index;
      values[count] = value(bytes, at, colon, tokenEnd);
      count++;
      at = skipBlanks(bytes, tokenEnd, end);
    }
    return new Instance.Example(
        role,
        position,
        new Features.Sparse(Arrays.copyOf(indices, count), Arrays.copyOf(values, count)),
        target);
  }

  /** The start of a comment, which is a word of its own, or the end of the line. */
  private static int endOfData(Line line) {
    for (int at = line.from + 1; at < line.to; at++) {
      if (line.bytes[at] == '#' && isBlank(line.bytes[at - 1])) {
        return at;
      }
    }
    return line.to;
  }

  private static boolean startsWith(byte[] word, byte[] bytes, int from, int end) {
    return end - from >= word.length
        && Arrays.equals(word, 0, word.length, bytes, from, from + word.length);
  }

  /** The 0-based index between {@code from} and the colon. */
  private int index(byte[] bytes, int from, int colon, int tokenEnd) throws MalformedException {
    long index = 0;
    for (int at = from; at < colon; at++) {
      int digit = bytes[at] - '0';
      if (digit < 0 || digit > 9 || index > Integer.MAX_VALUE) {
        throw malformed(bytes, from, tokenEnd);
      }
      index = 10 * index + digit;
    }
    if (colon == from || colon == tokenEnd || index > Integer.MAX_VALUE - 1) {
      throw malformed(bytes, from, tokenEnd);
    }
    if (index < base) {
      throw new MalformedException(
          "found index 0, allowed 1 or more (indices that start at 0 need oneBased: false)");
    }
    if (features > 0 && index - base >= features) {
      throw new MalformedException(
          "found index " + index + ", allowed at most " + (features - 1 + base));
    }
    return (int) index - base;
  }

  private static double value(byte[] bytes, int from, int colon, int tokenEnd)
      throws MalformedException {
    double value = Decimal.POINT.parse(bytes, colon + 1, tokenEnd);
    if (Double.isNaN(value)) {
      throw new MalformedException(
          "found "
              + MalformedException.quote(bytes, from, tokenEnd)
              + ", allowed a finite number after the index");
    }
    return value;
  }

  private static MalformedException malformed(byte[] bytes, int from, int tokenEnd) {
    return new MalformedException(
        "found " + MalformedException.quote(bytes, from, tokenEnd) + ", allowed index:value pairs");
  }

  private static int indexOfColon(byte[] bytes, int from, int end) {
    int at = from;
    while (at < end && bytes[at] != ':') {
      at++;
    }
    return at;
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\t';
  }

  private static int endOfToken(byte[] bytes, int from, int end) {
    int at = from;
    while (at < end && !isBlank(bytes[at])) {
      at++;
    }
    return at;
  }

  private static int skipBlanks(byte[] bytes, int from, int end) {
    int at = from;
    while (at < end && isBlank(bytes[at])) {
      at++;
    }
    return at;
  }
}
