package org.filbert.data;

import java.io.Serializable;
import java.util.Comparator;
import java.util.List;
import org.filbert.random.Draws;
import org.filbert.random.Purpose;

/**
 * Which worker gets a record, and where it stands there: a function of the run seed and of the
 * record's position in the input alone, so that shards do not depend on who read what when.
 */
public record Placement(long seed, int workers) implements Serializable {

  /** Worker of a record, in [0, workers). */
  public int worker(Instance instance) {
    long hash = Draws.hash(seed, Purpose.ROW_WORKER, instance.role().code(), instance.position());
    return (int) Long.remainderUnsigned(hash, workers);
  }

  /** One worker's records in their order within the shard: a seeded shuffle. */
  public List<Instance> shuffle(List<Instance> instances) {
    record Ranked(long rank, Instance instance) {}
    return instances.stream()
        .map(
            instance ->
                new Ranked(
                    Draws.hash(
                        seed, Purpose.ROW_ORDER, instance.role().code(), instance.position()),
                    instance))
        .sorted(
            Comparator.comparingLong(Ranked::rank)
                .thenComparing(ranked -> ranked.instance().position()))
        .map(Ranked::instance)
        .toList();
  }
}
