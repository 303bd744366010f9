package org.filbert.features;

import org.filbert.data.Rows;
import org.filbert.linalg.Matrix;

/** Generates the columns of one kind of map; the operands have been checked. */
interface BlockSource extends AutoCloseable {
  void fill(Rows rows, int from, int to, Matrix out);

  @Override
  void close();
}
