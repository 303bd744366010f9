package org.filbert.system;

import org.filbert.data.Rows;
import org.filbert.model.Model;
import org.filbert.shard.Prepared;
import org.filbert.system.equations.Shared;
import org.filbert.system.equations.Vector;
import org.filbert.system.internal.entries.GradientTasks;
import org.filbert.system.internal.entries.ModelTasks;
import org.filbert.workers.Workers;

/** The system of the landmarks' kernel columns. */
final class LandmarkSystem extends ColumnSystem
    implements Batchwise, Differentiable, LeavingOut, SelfPreconditioned {
  private final Prepared prepared;

  LandmarkSystem(Shared shared, Prepared prepared, Workers workers) {
    super(shared, workers);
    this.prepared = prepared;
  }

  @Override
  public void precondition(Vector r, Vector z) {
    new LandmarkPreconditioner(shared(), workers(), prepared.weight()).apply(r, z);
  }

  @Override
  public RowBatches batches() {
    return new CentreBatches(this, prepared.shardRows());
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
