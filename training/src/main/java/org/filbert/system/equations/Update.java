package org.filbert.system.equations;

import org.filbert.linalg.Matrix;
import org.filbert.workers.Worker;

/** What happens to a vector's elements when a block's product d is added to its fitted values. */
public enum Update {
  /** v_b += d. */
  ADD,
  /** v_b ← d, and everything else of v, with its fitted values, ← 0. */
  ASSIGN,
  /** v stays as it is. */
  NONE;

  /** Changes the worker's part of v. */
  public void apply(Worker worker, VectorPart part, int block, Matrix d) {
    if (this == NONE) {
      return;
    }
    Blocks blocks = Shared.of(worker).blocks();
    int offset = blocks.offset(worker.index(), block);
    Matrix own = d.rows(offset, offset + blocks.piece(worker.index(), block));
    if (this == ADD) {
      part.piece(worker, block).add(own);
    } else {
      part.clear();
      part.piece(worker, block).assign(own);
    }
  }
}
