package org.filbert.train.rows;

import java.util.Arrays;
import java.util.List;
import org.filbert.data.DataException;
import org.filbert.data.Instance;
import org.filbert.data.Target;
import org.filbert.data.TargetTransform;
import org.filbert.shard.ShardState;
import org.filbert.workers.Action;
import org.filbert.workers.Worker;
import org.filbert.workers.Workers;

/** Puts what is learned of the targets in their place, in the records of all roles. */
public record TransformTargets(TargetTransform transform) implements Action {
  /**
   * Transforms.
   *
   * @throws DataException for a target that cannot be learned
   */
  public static void run(TargetTransform transform, Workers workers) {
    if (transform != TargetTransform.NONE) {
      workers.gather(new TransformTargets(transform));
    }
  }

  @Override
  public void act(Worker worker) {
    List<Instance> learned =
        worker.get(ShardState.INSTANCES).stream()
            .map(
                instance ->
                    instance instanceof Instance.Example example
                            && example.target() instanceof Target.Values values
                        ? example.withTarget(learned(example, values.values()))
                        : instance)
            .toList();
    worker.put(ShardState.INSTANCES, learned);
  }

  private Target learned(Instance.Example example, double[] values) {
    double[] learned = Arrays.stream(values).map(transform::learned).toArray();
    for (int j = 0; j < learned.length; j++) {
      if (!Double.isFinite(learned[j])) {
        throw new DataException(
            example.role(),
            example.position(),
            j + 1,
            "found %s as the target, allowed a number above 0, as its logarithm is learned"
                .formatted(values[j]));
      }
    }
    return new Target.Values(learned);
  }
}
