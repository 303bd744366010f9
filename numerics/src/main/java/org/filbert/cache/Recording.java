package org.filbert.cache;

import org.filbert.linalg.Matrix;

/** Takes the matrices of a block as they are computed. Losing them is no failure. */
public interface Recording {
  /** For blocks that find no room. */
  Recording NOWHERE =
      new Recording() {
        @Override
        public void add(Matrix piece) {}

        @Override
        public void finish() {}
      };

  /** Takes a copy of the next one, whose rows lie one after the other without gaps. */
  void add(Matrix piece);

  /** Says that the block is complete: it can be found from now on. */
  void finish();
}
