package org.filbert.shard;

import java.util.List;
import org.filbert.data.Instance;
import org.filbert.kernel.Kernel;
import org.filbert.model.Outputs;
import org.filbert.model.RowEncoder;
import org.jspecify.annotations.Nullable;

/**
 * What is known once the data lie encoded on the workers.
 *
 * @param shardRows training rows of each worker
 * @param validationRows that are scored
 * @param testRows that are scored
 * @param heldOutRows validation and test rows, also those that are not scored
 * @param heldOutShardRows validation and test rows of the worker with the most
 * @param kernel with its bandwidth decided
 * @param bad records that were left out
 * @param rowValues mean number of stored values of a training row; d if rows are dense
 * @param text what became of the documents; absent if the records were numbers
 */
public record Prepared(
    List<Integer> shardRows,
    long validationRows,
    long testRows,
    long heldOutRows,
    long heldOutShardRows,
    RowEncoder preprocessing,
    Outputs outputs,
    Kernel kernel,
    String dataFingerprint,
    List<Instance.Bad> bad,
    double rowValues,
    @Nullable TextReport text) {

  /** Number n of training rows. */
  public int rows() {
    return shardRows.stream().reduce(0, Math::addExact);
  }

  /** Number d of features. */
  public int features() {
    return preprocessing.features();
  }

  /** Bytes of a row as it is held. */
  public long rowBytes() {
    return preprocessing.sparse()
        ? (long) (rowValues * (Integer.BYTES + Double.BYTES)) + Integer.BYTES
        : (long) features() * preprocessing.precision().bytes();
  }

  /** Number k of targets. */
  public int columns() {
    return outputs.columns();
  }
}
