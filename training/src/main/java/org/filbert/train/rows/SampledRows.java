package org.filbert.train.rows;

import java.util.List;
import org.filbert.landmarks.Landmarks;
import org.filbert.random.Purpose;
import org.filbert.shard.ShardState;
import org.filbert.workers.Action;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;
import org.filbert.workers.Workers;

/** Samples of the training rows that stand for all, while the workers have set the others aside. */
public final class SampledRows {
  private SampledRows() {}

  /**
   * Sets all rows but a seeded uniform sample aside.
   *
   * @return rows of each worker
   */
  public static List<Integer> keep(int rows, long seed, Purpose purpose, Workers workers) {
    return keep(Landmarks.positions(workers, rows, seed, purpose), workers);
  }

  /** Sets all rows but those at the given positions aside; of all, if some are aside already. */
  public static List<Integer> keep(long[] positions, Workers workers) {
    return workers.gather(new KeepOnly(positions));
  }

  /** Takes the rows back that were set aside. */
  public static void takeBack(Workers workers) {
    workers.gather(new TakeBack());
  }

  record KeepOnly(long[] positions) implements Task<Integer> {
    @Override
    public Integer run(Worker worker) {
      return ShardState.keepOnly(worker, positions);
    }
  }

  record TakeBack() implements Action {
    @Override
    public void act(Worker worker) {
      ShardState.takeAll(worker);
    }
  }
}
