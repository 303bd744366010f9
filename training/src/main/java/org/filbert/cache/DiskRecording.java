package org.filbert.cache;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;

/**
 * Writes the matrices of a block to the end of a file, and maps them into memory once the block is
 * complete. After a failure the block is discarded.
 */
final class DiskRecording implements Recording {
  /** Most bytes of a mapped part, unless a single matrix is larger. */
  private static final long MAPPED_BYTES = 1L << 30;

  private final Scratch file;
  private final Consumer<List<Matrix>> finished;
  private final Consumer<IOException> failed;
  private final long start;
  private final List<Shape> shapes = new ArrayList<>();
  private boolean dead;

  private record Shape(Precision precision, int rows, int cols) {
    long bytes() {
      return (long) rows * cols * precision.bytes();
    }
  }

  DiskRecording(Scratch file, Consumer<List<Matrix>> finished, Consumer<IOException> failed) {
    this.file = file;
    this.finished = finished;
    this.failed = failed;
    this.start = file.size();
  }

  @Override
  public void add(Matrix piece) {
    if (dead) {
      return;
    }
    try {
      file.append(piece.buffer());
      shapes.add(new Shape(piece.precision(), piece.rows(), piece.cols()));
    } catch (IOException e) {
      giveUp(e);
    }
  }

  @Override
  public void finish() {
    if (dead) {
      return;
    }
    try {
      finished.accept(map());
    } catch (IOException e) {
      giveUp(e);
    }
  }

  private List<Matrix> map() throws IOException {
    List<Matrix> pieces = new ArrayList<>();
    long from = start;
    for (int next = 0; next < shapes.size(); ) {
      int first = next;
      long bytes = 0;
      while (next < shapes.size()
          && (next == first || bytes + shapes.get(next).bytes() <= MAPPED_BYTES)) {
        bytes += shapes.get(next++).bytes();
      }
      cut(file.map(from, from + bytes), shapes.subList(first, next), pieces);
      from += bytes;
    }
    return List.copyOf(pieces);
  }

  private static void cut(ByteBuffer mapped, List<Shape> shapes, List<Matrix> pieces) {
    int at = 0;
    for (Shape shape : shapes) {
      int bytes = (int) shape.bytes();
      pieces.add(
          Matrix.over(mapped.slice(at, bytes), shape.precision(), shape.rows(), shape.cols()));
      at += bytes;
    }
  }

  private void giveUp(IOException failure) {
    dead = true;
    try {
      file.truncate(start);
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
    failed.accept(failure);
  }
}
