package org.filbert.system;

import java.util.List;
import org.filbert.linalg.Matrix;
import org.filbert.system.RowBatchTasks.Held;
import org.filbert.workers.Workers;

/** The operations on batches of rows that all systems have in common. */
abstract class SystemBatches implements RowBatches {
  private final SystemOnWorkers system;
  private final List<Integer> shards;

  SystemBatches(SystemOnWorkers system, List<Integer> shards) {
    this.system = system;
    this.shards = shards;
  }

  @Override
  public List<Integer> shards() {
    return shards;
  }

  Workers workers() {
    return system.workers();
  }

  List<Double> ridges() {
    return system.ridges();
  }

  /** Number n of all rows. */
  double rows() {
    return shards.stream().mapToDouble(Integer::doubleValue).sum();
  }

  @Override
  public boolean kernelForm() {
    return false;
  }

  @Override
  public List<Double> penalties(RowBatch sample) {
    return ridges().stream().map(ridge -> ridge / rows()).toList();
  }

  @Override
  public RowBatch fetch(RowDraw draw) {
    return RowBatch.concat(draw, workers().gather(new RowBatchTasks.Fetch(draw, kernelForm())));
  }

  /** Computes f from the columns of the batch's rows. */
  @Override
  public Matrix predict(RowBatch batch) {
    return workers().sum(new BatchColumns.Predict(Held.of(batch))).get().get(0);
  }
}
