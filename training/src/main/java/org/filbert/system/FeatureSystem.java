package org.filbert.system;

import java.util.List;
import org.filbert.data.RefusedException;
import org.filbert.data.Rows;
import org.filbert.features.FeatureMap;
import org.filbert.features.JoinedFourier;
import org.filbert.features.RandomFourier;
import org.filbert.model.Model;
import org.filbert.model.RandomFeatures;
import org.filbert.system.equations.Shared;
import org.filbert.system.internal.entries.GradientTasks;
import org.filbert.system.internal.entries.ModelTasks;
import org.filbert.workers.Workers;

/** The system of random features. */
final class FeatureSystem extends ColumnSystem implements Batchwise, Differentiable, LeavingOut {
  private final FeatureMap map;
  private final List<Integer> shards;

  /**
   * @param shards training rows of each worker
   */
  FeatureSystem(Shared shared, FeatureMap map, List<Integer> shards, Workers workers) {
    super(shared, workers);
    this.map = map;
    this.shards = shards;
  }

  @Override
  public RowBatches batches() {
    return new ColumnBatches(this, shards);
  }

  @Override
  public void take(Model model) {
    if (settings().members() > 1) {
      throw new RefusedException(
          "from is given, which needs no ensemble: a model has the mean of the members alone");
    }
    if (!(model instanceof RandomFeatures features && features.map().equals(map))) {
      throw new RefusedException(
          "from is no model of this run's features: kernel, features and seed must be the same");
    }
    ModelTasks.take(features.w(), blocks(), workers());
  }

  @Override
  public Workers.Sum gradients(Rows z) {
    List<RandomFourier> maps =
        map instanceof JoinedFourier joined ? joined.maps() : List.of((RandomFourier) map);
    return workers().sum(new GradientTasks.OfFeatures(maps, shared().elements(), z));
  }

  @Override
  public Model model() {
    return new RandomFeatures(map, shared().elements(), ModelTasks.inOrder(blocks(), workers()));
  }
}
