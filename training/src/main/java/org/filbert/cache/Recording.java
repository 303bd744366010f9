package org.filbert.cache;

import org.filbert.linalg.Matrix;

/** Records the matrices of a block as they are computed. A lost recording is no failure. */
public interface Recording {
  /** The recording of a block for which there is no room. */
  Recording NOWHERE =
      new Recording() {
        @Override
        public void add(Matrix piece) {}

        @Override
        public void finish() {}
      };

  /** Copies the next matrix, whose rows lie one after the other without gaps. */
  void add(Matrix piece);

  /** Completes the block. It can be found from now on. */
  void finish();
}
