package org.filbert.system;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.filbert.data.Sample;
import org.filbert.workers.Key;

/**
 * The training rows of a shard that are landmarks, in the order of the worker's unknowns.
 *
 * @param places of the rows in the shard
 */
record Centres(int[] places) {
  static final Key<Centres> KEY = Key.constant("centres", Centres.class);

  /**
   * Finds the landmarks of a shard.
   *
   * @param positions of all landmarks in the input, in the order of the blocks
   */
  static Centres of(Sample train, long[] positions) {
    Map<Long, Integer> places = new HashMap<>();
    for (int i = 0; i < train.count(); i++) {
      places.put(train.positions()[i], i);
    }
    return new Centres(
        Arrays.stream(positions)
            .mapToObj(places::get)
            .filter(place -> place != null)
            .mapToInt(Integer::intValue)
            .toArray());
  }
}
