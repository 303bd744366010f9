package org.filbert.train.rows;

import org.filbert.data.Instance;
import org.filbert.data.Role;
import org.filbert.data.Target;
import org.filbert.shard.ShardState;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;

/** Answers the sum of the training rows' weights, and then the weighted sums of their targets. */
public record WeightedTargets(int columns) implements Task<double[]> {
  @Override
  public double[] run(Worker worker) {
    double[] sums = new double[columns + 1];
    double[] weights = ShardState.givenWeights(worker);
    int row = 0;
    for (Instance instance : worker.get(ShardState.INSTANCES)) {
      if (instance instanceof Instance.Example example && example.role() == Role.TRAIN) {
        double weight = weights == null ? 1 : weights[row++];
        sums[0] += weight;
        if (example.target() instanceof Target.Values target) {
          for (int j = 0; j < columns; j++) {
            sums[j + 1] += weight * target.values()[j];
          }
        }
      }
    }
    return sums;
  }
}
