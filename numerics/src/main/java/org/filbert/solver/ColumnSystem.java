package org.filbert.solver;

import org.filbert.data.Rows;
import org.filbert.features.FeatureMap;
import org.filbert.kernel.Kernel;

/** A tall n×p matrix Z whose columns are generated from the rows of X, block by block. */
public sealed interface ColumnSystem {
  /** Number p of columns. */
  int columns();

  /** Z = z(X): random features. The penalty is ridge·‖w‖². */
  record Features(FeatureMap map) implements ColumnSystem {
    @Override
    public int columns() {
      return map.outputs();
    }
  }

  /**
   * Z = K(:, J): kernel columns of the landmarks J, which are training rows. The penalty is
   * ridge·(αᵀK_JJ α + γ·‖α‖²).
   *
   * @param rows the landmarks' preprocessed rows
   * @param positions the landmarks' positions in the input
   */
  record Landmarks(Kernel kernel, Rows rows, long[] positions, double gamma)
      implements ColumnSystem {
    @Override
    public int columns() {
      return positions.length;
    }
  }
}
