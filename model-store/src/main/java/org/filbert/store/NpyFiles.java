package org.filbert.store;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.FileSystem.WriteMode;
import org.apache.flink.core.fs.Path;
import org.filbert.cache.FullDisk;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;

/**
 * Writes arrays as NumPy has them on disk: {@code NAME.npy}, version 1.0 of its format, little
 * endian, by rows.
 *
 * @param begun files so far
 */
record NpyFiles(FileSystem files, Path directory, List<Path> begun) {
  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0};
  private static final int ALIGNMENT = 64;
  private static final int CHUNK = 1 << 16;

  /** Puts the element at a place into a buffer. */
  private interface Element {
    void put(ByteBuffer to, int row, int column);
  }

  private Path begin(String file) throws IOException {
    Path path = new Path(directory, file);
    if (files.exists(path)) {
      throw new ModelStoreException(path + ": found a file, allowed a new one");
    }
    begun.add(path);
    return path;
  }

  /** Removes the files of an export that has failed. */
  void remove() throws IOException {
    for (Path path : begun) {
      files.delete(path, false);
    }
  }

  void matrix(String name, Matrix matrix) throws IOException {
    boolean single = matrix.precision() == Precision.SINGLE;
    write(
        name,
        single ? "<f4" : "<f8",
        "(%s, %s)".formatted(matrix.rows(), matrix.cols()),
        matrix.rows(),
        matrix.cols(),
        (to, i, j) -> {
          if (single) {
            to.putFloat((float) matrix.get(i, j));
          } else {
            to.putDouble(matrix.get(i, j));
          }
        });
  }

  /** A matrix of so many columns from its elements by rows. */
  void doubles(String name, int columns, double... values) throws IOException {
    write(
        name,
        "<f8",
        "(%s, %s)".formatted(values.length / columns, columns),
        values.length / columns,
        columns,
        (to, i, j) -> to.putDouble(values[i * columns + j]));
  }

  void vector(String name, double... values) throws IOException {
    vector(name, "<f8", values.length, (to, i, j) -> to.putDouble(values[i]));
  }

  void vector(String name, long... values) throws IOException {
    vector(name, "<i8", values.length, (to, i, j) -> to.putLong(values[i]));
  }

  void vector(String name, int... values) throws IOException {
    vector(name, "<i8", values.length, (to, i, j) -> to.putLong(values[i]));
  }

  /** Rows of one length. */
  void integers(String name, int[][] rows) throws IOException {
    int[] flat = IntStream.range(0, rows.length).flatMap(i -> IntStream.of(rows[i])).toArray();
    int columns = flat.length / rows.length;
    write(
        name,
        "<i8",
        "(%s, %s)".formatted(rows.length, columns),
        rows.length,
        columns,
        (to, i, j) -> to.putLong(flat[i * columns + j]));
  }

  private void vector(String name, String type, int count, Element element) throws IOException {
    write(name, type, "(%s,)".formatted(count), count, 1, element);
  }

  private void write(String name, String type, String shape, int rows, int columns, Element element)
      throws IOException {
    Path path = begin(name + ".npy");
    try (OutputStream out =
        new BufferedOutputStream(files.create(path, WriteMode.NO_OVERWRITE), CHUNK)) {
      out.write(header(type, shape));
      ByteBuffer row =
          ByteBuffer.allocate(Math.multiplyExact(columns, Long.BYTES))
              .order(ByteOrder.LITTLE_ENDIAN);
      for (int i = 0; i < rows; i++) {
        row.clear();
        for (int j = 0; j < columns; j++) {
          element.put(row, i, j);
        }
        out.write(row.array(), 0, row.position());
      }
    } catch (IOException e) {
      throw new ModelStoreException(
          path + ": cannot write: " + FullDisk.reason(e, path.toUri()), e);
    }
  }

  private static byte[] header(String type, String shape) {
    String text =
        String.format(
            Locale.ROOT, "{'descr': '%s', 'fortran_order': False, 'shape': %s, }", type, shape);
    int before = MAGIC.length + Short.BYTES;
    int length = text.length() + 1;
    length += (ALIGNMENT - (before + length) % ALIGNMENT) % ALIGNMENT;
    return ByteBuffer.allocate(before + length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(MAGIC)
        .putShort((short) length)
        .put(
            (text + " ".repeat(length - text.length() - 1) + "\n")
                .getBytes(StandardCharsets.US_ASCII))
        .array();
  }

  void text(String file, byte[] text) throws IOException {
    Path path = begin(file);
    try (OutputStream out = files.create(path, WriteMode.NO_OVERWRITE)) {
      out.write(text);
    } catch (IOException e) {
      throw new ModelStoreException(
          path + ": cannot write: " + FullDisk.reason(e, path.toUri()), e);
    }
  }
}
