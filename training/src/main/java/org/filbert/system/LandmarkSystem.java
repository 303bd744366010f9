package org.filbert.system;

import java.util.List;
import org.filbert.data.Rows;
import org.filbert.model.Model;
import org.filbert.system.equations.Shared;
import org.filbert.system.internal.entries.GradientTasks;
import org.filbert.system.internal.entries.ModelTasks;
import org.filbert.workers.Workers;

/** The system of the landmarks' kernel columns. */
final class LandmarkSystem extends ColumnSystem implements Batchwise, Differentiable, LeavingOut {
  private final List<Integer> shards;

  /**
   * @param shards training rows of each worker
   */
  LandmarkSystem(Shared shared, List<Integer> shards, Workers workers) {
    super(shared, workers);
    this.shards = shards;
  }

  @Override
  public RowBatches batches() {
    return new CentreBatches(this, shards);
  }

  @Override
  public void take(Model model) {
    ModelTasks.take(model, shared(), workers());
  }

  @Override
  public Workers.Sum gradients(Rows z) {
    return workers().sum(new GradientTasks.OfCentres(settings().kernel(), shared().elements(), z));
  }

  @Override
  public Model model() {
    return ModelTasks.expansion(shared(), workers());
  }
}
