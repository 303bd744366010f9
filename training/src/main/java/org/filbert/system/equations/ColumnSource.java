package org.filbert.system.equations;

import java.util.Arrays;
import org.filbert.data.Rows;
import org.filbert.features.FeatureMap;
import org.filbert.features.RandomBinning;
import org.filbert.linalg.Precision;
import org.filbert.workers.Key;

/** The source from which every worker generates the columns of a tall matrix Z (n×p). */
public sealed interface ColumnSource {
  Key<ColumnSource> KEY = Key.constant("columns", ColumnSource.class);

  /** Number p of columns. */
  int count();

  /** γ, the factor of the identity in the penalty on the unknowns. */
  default double identity() {
    return 1;
  }

  /** Precision of Gram matrices of columns in the given precision. */
  default Precision gram(Precision elements) {
    return elements;
  }

  /** Precision of products with columns in the given precision. */
  default Precision products(Precision elements) {
    return elements;
  }

  /** Z = z(X): random features. The penalty is ridge·‖w‖². */
  record Features(FeatureMap map) implements ColumnSource {
    @Override
    public int count() {
      return map.outputs();
    }
  }

  /**
   * Z = K(:, J): the kernel columns of the landmarks J, which are training rows. The penalty is
   * ridge·(αᵀK_JJ α + γ·‖α‖²).
   *
   * @param rows the landmarks' preprocessed rows, in the order of the blocks
   */
  record Landmarks(Rows rows, double identity) implements ColumnSource {
    @Override
    public int count() {
      return rows.count();
    }

    /** Double: the squares of K_J's small eigenvalues are below the roundoff of floats. */
    @Override
    public Precision gram(Precision elements) {
      return Precision.DOUBLE;
    }

    /** Double: the columns nearly depend on each other, so that large coefficients cancel. */
    @Override
    public Precision products(Precision elements) {
      return Precision.DOUBLE;
    }
  }

  /**
   * Z = z(X): random binning, with a column for each bin that contains a training row. The penalty
   * is ridge·‖w‖².
   *
   * @param names of the bins, grid after grid and ascending in each; column j is the j-th bin
   * @param starts index of the first name of each grid, and the number of all names
   */
  record Grids(RandomBinning map, long[] names, int[] starts) implements ColumnSource {
    @Override
    public int count() {
      return names.length;
    }

    /** Number of a grid's bins. */
    public int size(int grid) {
      return starts[grid + 1] - starts[grid];
    }

    /** The number of a bin within its grid; {@link #size} if it has no column. */
    public int find(int grid, long name) {
      int at = Arrays.binarySearch(names, starts[grid], starts[grid + 1], name);
      return at >= 0 ? at - starts[grid] : size(grid);
    }
  }
}
