package org.filbert.features;

import org.filbert.data.Rows;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;

/** All columns of a sketch's map, some rows at a time. */
final class SketchInput implements AutoCloseable {
  private static final int STRIP_ROWS = 256;

  /** Receives the columns of rows {@code from} and following. */
  interface Strip {
    void take(int from, Matrix z);
  }

  private final BlockSource blocks;
  private final Matrix strip;

  SketchInput(BlockSource blocks, Precision precision, int columns) {
    this.blocks = blocks;
    this.strip = Matrix.zeros(precision, STRIP_ROWS, columns);
  }

  /** Checks the shape of a sketch. */
  static void check(FeatureMap map, int outputs) {
    if (outputs < 1 || outputs > map.outputs()) {
      throw new IllegalArgumentException(
          "a sketch of %s columns to %s, must be from 1 to as many"
              .formatted(map.outputs(), outputs));
    }
  }

  void forEachStrip(Rows rows, Strip consumer) {
    for (int i = 0; i < rows.count(); i += STRIP_ROWS) {
      int next = Math.min(i + STRIP_ROWS, rows.count());
      Matrix z = strip.rows(0, next - i);
      blocks.fill(rows.slice(i, next), 0, strip.cols(), z);
      consumer.take(i, z);
    }
  }

  @Override
  public void close() {
    blocks.close();
    strip.close();
  }
}
