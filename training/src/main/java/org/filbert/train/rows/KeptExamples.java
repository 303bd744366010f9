package org.filbert.train.rows;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.Stream;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Role;
import org.filbert.random.Draws;
import org.filbert.random.Purpose;
import org.filbert.shard.ShardState;
import org.filbert.workers.Action;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;
import org.filbert.workers.Workers;

/**
 * A seeded sample of {@value #ROWS} training records as they were read, that workers keep when all
 * records are encoded. It depends on the records' positions, not on their spread over workers. Of
 * very wide records there are fewer; documents are not kept.
 */
public final class KeptExamples {
  /** Records of the sample at most. */
  static final int ROWS = 200;

  /** Values that the sample has at most: 8 MiB. */
  private static final long VALUES = 1 << 20;

  private KeptExamples() {}

  /** Draws the sample from the workers' records. */
  public static void keep(long seed, Workers workers) {
    workers.gather(new Keep(seed));
  }

  /** The sample in random order; none in a run that goes on from a state without it. */
  public static List<Instance.Example> kept(long seed, Workers workers) {
    return first(workers.gather(new Kept()).stream().flatMap(List::stream), seed);
  }

  /** The examples of the lowest ranks. */
  private static List<Instance.Example> first(Stream<Instance> instances, long seed) {
    Comparator<Ranked> order =
        Comparator.comparingDouble(Ranked::rank)
            .thenComparingLong(ranked -> ranked.example.position());
    PriorityQueue<Ranked> lowest = new PriorityQueue<>(order.reversed());
    instances.forEach(
        instance -> {
          if (instance instanceof Instance.Example example && example.role() == Role.TRAIN) {
            double rank = Draws.uniform(seed, Purpose.EFFECT_SAMPLE, example.position(), 0);
            if (lowest.size() < ROWS || rank <= lowest.element().rank) {
              lowest.add(new Ranked(rank, example));
            }
            if (lowest.size() > ROWS) {
              lowest.remove();
            }
          }
        });
    List<Ranked> sorted = new ArrayList<>(lowest);
    Collections.sort(sorted, order);
    List<Instance.Example> first = new ArrayList<>();
    long values = 0;
    for (Ranked ranked : sorted) {
      values += values(ranked.example.features());
      if (values > VALUES) {
        break;
      }
      first.add(ranked.example);
    }
    return first;
  }

  private static long values(Features features) {
    if (features instanceof Features.Dense dense) {
      return dense.values().length;
    }
    if (features instanceof Features.Sparse sparse) {
      return 2L * sparse.indices().length;
    }
    return features instanceof Features.Cells cells
        ? cells.text().length / Double.BYTES
        : VALUES + 1;
  }

  private record Ranked(double rank, Instance.Example example) {}

  /** Puts the shard's part of the sample aside. */
  record Keep(long seed) implements Action {
    @Override
    public void act(Worker worker) {
      worker.put(
          ShardState.EXAMPLES,
          new ArrayList<>(first(worker.get(ShardState.INSTANCES).stream(), seed)));
    }
  }

  /** What the shard has kept. */
  record Kept() implements Task<List<Instance>> {
    @Override
    public List<Instance> run(Worker worker) {
      List<Instance> kept = worker.find(ShardState.EXAMPLES);
      return kept == null ? List.of() : kept;
    }

    @Override
    public boolean readsConstants() {
      return true;
    }
  }
}
