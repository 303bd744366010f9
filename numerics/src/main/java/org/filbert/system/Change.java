package org.filbert.system;

import org.filbert.linalg.Matrix;
import org.filbert.workers.Worker;

/**
 * What becomes of the elements of a vector when a block's columns are added to its fitted values.
 */
enum Change {
  /** They are increased by the block's step. */
  ADVANCE {
    @Override
    void apply(Worker worker, VectorPart part, int block, Matrix d) {
      Matrix own = part.piece(worker, block);
      own.add(piece(worker, block, d));
    }
  },
  /** They are the block's step and 0 elsewhere. */
  ASSIGN {
    @Override
    void apply(Worker worker, VectorPart part, int block, Matrix d) {
      part.clear();
      part.piece(worker, block).assign(piece(worker, block, d));
    }
  },
  /** They stay. */
  NONE {
    @Override
    void apply(Worker worker, VectorPart part, int block, Matrix d) {}
  };

  abstract void apply(Worker worker, VectorPart part, int block, Matrix d);

  private static Matrix piece(Worker worker, int block, Matrix d) {
    Blocks blocks = Shared.of(worker).blocks();
    int offset = blocks.offset(worker.index(), block);
    return d.rows(offset, offset + blocks.piece(worker.index(), block));
  }
}
