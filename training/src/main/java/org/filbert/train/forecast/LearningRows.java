package org.filbert.train.forecast;

import java.util.List;
import org.filbert.plan.Plan;
import org.filbert.shard.Prepared;

/**
 * A sample of the training rows that metrics are learned from, by exact solutions of it. The
 * workers have set the other rows aside.
 *
 * @param shardRows rows of the sample on each worker
 * @param plan of a solution
 * @param speed of the workers at it
 * @param lastSeconds expected seconds of the model's solution, of all rows; not a number if they
 *     are not known
 */
public record LearningRows(List<Integer> shardRows, Plan plan, Speed speed, double lastSeconds) {
  public LearningRows {
    shardRows = List.copyOf(shardRows);
  }

  /** The properties of the sample. */
  public Prepared of(Prepared all) {
    return all.sampled(shardRows).untested();
  }
}
