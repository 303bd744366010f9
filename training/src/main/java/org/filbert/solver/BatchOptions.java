package org.filbert.solver;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.filbert.data.RefusedException;
import org.filbert.plan.Plan;
import org.filbert.shard.Prepared;
import org.filbert.system.Batchwise;
import org.filbert.system.Facet;
import org.filbert.system.SystemOptions;
import org.filbert.system.equations.Access;
import org.filbert.system.equations.SystemSettings;

/** Options of {@link EigenPro}, with or without a preconditioner. */
interface BatchOptions extends SystemSolverOptions {
  int SUBSAMPLE = 2000;
  int LARGE_SUBSAMPLE = 12_000;
  int LARGE = 100_000;

  /** More rows than these in a batch hardly save time. */
  int LARGEST_BATCH = 2000;

  int epochs();

  OptionalInt patience();

  OptionalInt subsample();

  OptionalInt eigenvectors();

  OptionalInt batchSize();

  OptionalDouble stepSize();

  /** Checks components that all such options have. */
  static void check(
      int epochs, OptionalInt patience, OptionalInt batchSize, OptionalDouble stepSize) {
    new Stopping(epochs, 0, patience.orElse(0)); // checks them
    SolverOptions.atLeast("patience", patience, 1);
    SolverOptions.atLeast("batchSize", batchSize, 1);
    SolverOptions.aboveZero("stepSize", stepSize);
  }

  static void checkEigenvectors(int eigenvectors, int subsample) {
    if (eigenvectors >= subsample) {
      throw new RefusedException(
          "eigenvectors is %s, must be below subsample, %s".formatted(eigenvectors, subsample));
    }
  }

  /** M for so many training rows. */
  private int sampleRows(int rows) {
    return subsample().orElse(Math.min(rows < LARGE ? SUBSAMPLE : LARGE_SUBSAMPLE, rows));
  }

  /**
   * M for so many training rows.
   *
   * @throws RefusedException if these are fewer than are asked for, of a sample or of a batch
   */
  default int checkedSampleRows(int rows) {
    atMost("subsample", subsample(), rows);
    int found = sampleRows(rows);
    eigenvectors().ifPresent(q -> checkEigenvectors(q, found));
    atMost("batchSize", batchSize(), rows);
    return found;
  }

  private static void atMost(String name, OptionalInt value, int rows) {
    if (value.orElse(0) > rows) {
      throw new RefusedException(
          "%s is %s, must be at most the number of training rows, %s"
              .formatted(name, value.getAsInt(), rows));
    }
  }

  @Override
  default Stopping stopping() {
    return new Stopping(epochs(), 0, patience().orElse(0));
  }

  @Override
  default Access access() {
    return Access.ofBatches();
  }

  @Override
  default boolean ridgeless() {
    return true;
  }

  @Override
  default Facet<Batchwise> facet() {
    return Batchwise.FACET;
  }

  /** With the sample's matrix and eigenvectors, and batches on their way. */
  @Override
  default Plan plan(
      Plan ofSystem, SystemOptions system, SystemSettings settings, Prepared prepared) {
    long m = sampleRows(prepared.rows());
    long q = eigenvectors().orElse((int) (m / 3));
    long batch = batchSize().orElse(LARGEST_BATCH);
    List<Plan.Item> items = new ArrayList<>(system.batchMemory(prepared, m));
    items.add(
        new Plan.Item(
            "sample's eigensystem",
            2 * m * m * settings.precision().bytes() + m * m * Double.BYTES));
    items.add(new Plan.Item("eigenvectors", 2 * m * q * Double.BYTES));
    items.add(new Plan.Item("batches", 4 * Math.max(m, batch) * prepared.rowBytes()));
    return ofSystem.and(items);
  }
}
