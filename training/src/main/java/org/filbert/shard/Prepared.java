package org.filbert.shard;

import java.util.List;
import org.filbert.data.Instance;
import org.filbert.data.Outputs;
import org.filbert.kernel.Kernel;
import org.filbert.model.RowEncoder;
import org.jspecify.annotations.Nullable;

/**
 * The properties of the data once they are encoded on the workers.
 *
 * @param shardRows training rows of each worker
 * @param validationRows number of validation rows that are scored
 * @param testRows number of test rows that are scored
 * @param heldOutRows number of validation and test rows, including those that are not scored
 * @param heldOutShardRows largest number of validation and test rows of a worker
 * @param kernel with its final bandwidth
 * @param bad records that were rejected
 * @param rowValues mean number of stored values of a training row; d if rows are dense
 * @param text report on the documents; null if the records are numbers
 * @param table report on the cells; null if the records have none
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
    @Nullable TextReport text,
    @Nullable TableReport table) {

  /** The same with another kernel. */
  public Prepared withKernel(Kernel other) {
    return with(preprocessing, other);
  }

  /** The same with another preprocessing and another kernel. */
  public Prepared with(RowEncoder encoder, Kernel other) {
    return new Prepared(
        shardRows,
        validationRows,
        testRows,
        heldOutRows,
        heldOutShardRows,
        encoder,
        outputs,
        other,
        dataFingerprint,
        bad,
        rowValues,
        text,
        table);
  }

  /**
   * The same for a run of other rows like these.
   *
   * @param shards training rows of each worker
   * @param validation number of validation rows that are scored
   * @param test number of test rows that are scored
   * @param heldOut number of validation and test rows, including those that are not scored
   */
  public Prepared scaled(List<Integer> shards, long validation, long test, long heldOut) {
    return new Prepared(
        List.copyOf(shards),
        validation,
        test,
        heldOut,
        (validation + test + shards.size() - 1) / shards.size(),
        preprocessing,
        outputs,
        kernel,
        dataFingerprint,
        bad,
        rowValues,
        text,
        table);
  }

  /**
   * The same where the training rows are a sample of these.
   *
   * @param shards training rows of each worker
   */
  public Prepared sampled(List<Integer> shards) {
    double share = shards.stream().mapToDouble(rows -> rows).sum() / rows();
    return with(shards, testRows, table == null ? null : table.share(share));
  }

  /** The same for a solution that is not the model's, which scores no test rows. */
  public Prepared untested() {
    return with(shardRows, 0, table);
  }

  private Prepared with(List<Integer> shards, long tests, @Nullable TableReport report) {
    return new Prepared(
        shards,
        validationRows,
        tests,
        heldOutRows,
        heldOutShardRows,
        preprocessing,
        outputs,
        kernel,
        dataFingerprint,
        bad,
        rowValues,
        text,
        report);
  }

  /** Number n of training rows. */
  public int rows() {
    return shardRows.stream().reduce(0, Math::addExact);
  }

  /**
   * Sum of the training rows' own weights; n if they have none. Weights of classes are left out.
   */
  public double weight() {
    return table == null ? rows() : table.weight();
  }

  /** Number d of features. */
  public int features() {
    return preprocessing.features();
  }

  /** Bytes of a stored row. */
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
