package org.filbert.cache;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.filbert.linalg.Matrix;

/** Copies the matrices of a block one after the other into one piece of memory. */
final class MemoryRecording implements Recording {
  private final Matrix slab;
  private final Consumer<List<Matrix>> finished;
  private final List<Matrix> pieces = new ArrayList<>();
  private long used;

  MemoryRecording(Matrix slab, Consumer<List<Matrix>> finished) {
    this.slab = slab;
    this.finished = finished;
  }

  @Override
  public void add(Matrix piece) {
    Matrix copy = slab.piece(used, piece.rows(), piece.cols());
    copy.assign(piece);
    pieces.add(copy);
    used += (long) piece.rows() * piece.cols();
  }

  @Override
  public void finish() {
    finished.accept(List.copyOf(pieces));
  }
}
