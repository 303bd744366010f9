package org.filbert.connectors.npy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.filbert.connectors.BadInputException;
import org.filbert.connectors.NoRecordsException;
import org.filbert.connectors.file.InputFile;

/**
 * What the beginning of a file says, versions 1 to 3 of NumPy's format.
 *
 * <pre>
 * 93 "NUMPY" | version (1.0) | length (2 bytes, from version 2 on 4) | {'descr': '&lt;f8', 'fortran_order': False, 'shape': (3, 2), }
 * </pre>
 *
 * @param rows the first dimension
 * @param columns the product of the others
 * @param bytes of the header: where the elements begin
 */
record Header(Element element, long rows, int columns, int bytes) {
  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
  private static final int LONGEST = 1 << 16;

  /** Largest number of values in a record, as of other formats. */
  private static final int WIDEST = 1 << 25;

  private static final long MOST_ROWS = 1L << 43;

  private static final int DIGITS = 18;

  private static final Pattern TYPE = Pattern.compile("'descr' *: *('[^']*'|\\[.*\\])");
  private static final Pattern ORDER = Pattern.compile("'fortran_order' *: *(True|False)");
  private static final Pattern SHAPE = Pattern.compile("'shape' *: *\\(([0-9, ]*)\\)");

  /** Whether a file begins as a matrix of NumPy does. */
  static boolean begins(InputFile file) throws IOException {
    try (InputStream in = file.open(0)) {
      return Arrays.equals(in.readNBytes(MAGIC.length), MAGIC);
    }
  }

  /**
   * Reads the header of a file.
   *
   * @throws BadInputException if there is none, or it says what is not read
   * @throws NoRecordsException if it has no rows
   */
  static Header of(InputFile file) throws IOException {
    try (InputStream in = file.open(0)) {
      return new Reading(file.name()).header(in, file.compressed() ? -1 : file.length());
    }
  }

  /** Bytes of a row. */
  int rowBytes() {
    return columns * element.size();
  }

  /** Where a row begins. */
  long offset(long row) {
    return bytes + row * rowBytes();
  }

  /** The first row that begins at an offset or after it. */
  long rowFrom(long offset) {
    long elements = Math.max(0, offset - bytes);
    return Math.min(rows, elements / rowBytes() + (elements % rowBytes() == 0 ? 0 : 1));
  }

  /** A header that is being read. */
  private record Reading(String file) {
    /**
     * The header.
     *
     * @param length of the file; negative if it is not known
     */
    Header header(InputStream in, long length) throws IOException {
      if (!Arrays.equals(in.readNBytes(MAGIC.length), MAGIC)) {
        throw bad("no matrix of NumPy, as it does not begin like one", "a file of numpy.save");
      }
      byte[] version = in.readNBytes(2);
      if (version.length < 2 || version[0] < 1 || version[0] > 3) {
        throw bad("another version of NumPy's format", "versions 1 to 3");
      }
      byte[] size = in.readNBytes(version[0] == 1 ? Short.BYTES : Integer.BYTES);
      int bytes = 0;
      for (int i = size.length - 1; i >= 0; i--) {
        bytes = (bytes << Byte.SIZE) | Byte.toUnsignedInt(size[i]);
      }
      if (bytes < 0 || bytes > LONGEST) {
        throw bad("a header of " + Integer.toUnsignedString(bytes) + " bytes", "" + LONGEST);
      }
      byte[] text = in.readNBytes(bytes);
      if (text.length < bytes) {
        throw bad("a truncated header", "a whole file");
      }
      Header header =
          of(
              new String(text, StandardCharsets.UTF_8),
              MAGIC.length + version.length + size.length + bytes);
      // A file may claim any size: memory is taken for rows that are there.
      boolean there =
          length < 0
              ? in.readNBytes(header.rowBytes()).length == header.rowBytes()
              : length >= header.offset(header.rows);
      if (!there) {
        throw bad(
            "fewer bytes than the header says",
            header.rows + " rows of " + header.rowBytes() + " bytes");
      }
      return header;
    }

    private Header of(String text, int bytes) {
      String type = value(TYPE, text);
      Element element = type.startsWith("'") ? Element.of(type.replace("'", "")) : null;
      if (element == null) {
        throw bad("elements of the type " + type, Element.ALLOWED);
      }
      if (value(ORDER, text).equals("True")) {
        throw bad("a matrix by columns", "one by rows: numpy.ascontiguousarray makes it so");
      }
      List<String> shape =
          Pattern.compile(",")
              .splitAsStream(value(SHAPE, text))
              .map(String::strip)
              .filter(size -> !size.isEmpty())
              .toList();
      if (shape.isEmpty()) {
        throw bad("a single number", "one or more rows");
      }
      long rows = size(shape.get(0), MOST_ROWS);
      long columns = 1;
      for (String size : shape.subList(1, shape.size())) {
        columns = columns == 0 ? 0 : size(size, WIDEST / columns) * columns;
      }
      if (rows == 0) {
        throw new NoRecordsException(file, "found no rows, allowed one or more");
      }
      if (columns == 0) {
        throw bad("rows of no columns", "one or more");
      }
      return new Header(element, rows, (int) columns, bytes);
    }

    private long size(String text, long most) {
      boolean whole = text.length() <= DIGITS && text.indexOf(' ') < 0;
      long size = whole ? Long.parseLong(text) : Long.MAX_VALUE;
      if (size > most) {
        throw bad("a dimension of " + text, "rows of up to " + WIDEST + " numbers");
      }
      return size;
    }

    private String value(Pattern key, String text) {
      Matcher found = key.matcher(text);
      if (!found.find()) {
        throw bad("a header without its keys", "descr, fortran_order and shape");
      }
      return found.group(1);
    }

    private BadInputException bad(String found, String allowed) {
      return new BadInputException(file, "found " + found + ", allowed " + allowed);
    }
  }
}
