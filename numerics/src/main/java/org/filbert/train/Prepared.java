package org.filbert.train;

import java.util.List;
import org.filbert.data.Instance;
import org.filbert.kernel.Kernel;
import org.filbert.model.Outputs;
import org.filbert.model.Preprocessing;

/**
 * What is known once the data lie encoded on the workers.
 *
 * @param shardRows training rows of each worker
 * @param kernel with its bandwidth decided
 * @param bad records that were left out
 */
public record Prepared(
    List<Integer> shardRows,
    long validationRows,
    long testRows,
    Preprocessing preprocessing,
    Outputs outputs,
    Kernel kernel,
    String dataFingerprint,
    List<Instance.Bad> bad,
    long rowBytes) {

  /** Number n of training rows. */
  public int rows() {
    return shardRows.stream().reduce(0, Math::addExact);
  }

  /** Validation and test rows of a worker, about. */
  public long heldOutShardRows() {
    long all = validationRows + testRows;
    return all == 0 ? 0 : all / shardRows.size() + 1;
  }

  /** Number d of features. */
  public int features() {
    return preprocessing.features();
  }

  /** Number k of targets. */
  public int columns() {
    return outputs.columns();
  }
}
