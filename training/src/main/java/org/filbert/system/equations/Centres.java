package org.filbert.system.equations;

import org.filbert.data.Sample;
import org.filbert.workers.Key;

/**
 * The training rows of a shard that are landmarks, in the order of the worker's unknowns.
 *
 * @param places of the rows in the shard
 */
public record Centres(int[] places) {
  public static final Key<Centres> KEY = Key.constant("centres", Centres.class);

  /**
   * Finds the landmarks of a shard.
   *
   * @param positions of all landmarks in the input, in the order of the blocks
   */
  public static Centres of(Sample train, long[] positions) {
    return new Centres(train.placesOf(positions));
  }
}
