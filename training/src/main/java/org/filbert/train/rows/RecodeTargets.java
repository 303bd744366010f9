package org.filbert.train.rows;

import java.util.List;
import org.filbert.data.Sample;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.selection.Selection;
import org.filbert.shard.ShardState;
import org.filbert.workers.Action;
import org.filbert.workers.Worker;
import org.filbert.workers.Workers;
import org.jspecify.annotations.Nullable;

/**
 * Puts the targets of the classes that were chosen in the place of ±1, in the rows of all roles.
 *
 * @param codes k for each class
 */
public record RecodeTargets(double[] codes) implements Action {
  /** Replaces the targets, if a selection has others. */
  public static void run(@Nullable Selection selection, Workers workers) {
    double[] codes = selection == null ? null : selection.best().codes();
    if (codes != null) {
      workers.gather(new RecodeTargets(codes));
    }
  }

  @Override
  public void act(Worker worker) {
    worker.put(ShardState.TRAIN, recoded(worker.get(ShardState.TRAIN)));
    worker.put(ShardState.HELD_OUT, recoded(worker.get(ShardState.HELD_OUT)));
    List<Sample> unmapped = worker.find(ShardState.UNMAPPED);
    if (unmapped != null) {
      worker.put(ShardState.UNMAPPED, recoded(unmapped));
    }
  }

  private List<Sample> recoded(List<Sample> samples) {
    return samples.stream().map(this::recoded).toList();
  }

  private Sample recoded(Sample sample) {
    int k = sample.y().cols();
    double[] y = new double[sample.count() * k];
    for (int i = 0; i < sample.count(); i++) {
      if (sample.labels()[i] * k < codes.length) {
        System.arraycopy(codes, sample.labels()[i] * k, y, i * k, k);
      }
    }
    return sample.withTargets(Matrix.of(Precision.DOUBLE, sample.count(), k, y));
  }
}
