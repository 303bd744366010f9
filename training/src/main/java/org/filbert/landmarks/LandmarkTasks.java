package org.filbert.landmarks;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.filbert.data.Rows;
import org.filbert.data.Sample;
import org.filbert.random.Draws;
import org.filbert.random.Purpose;
import org.filbert.shard.ShardState;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;

/** The workers' tasks for choosing {@link Landmarks}. */
final class LandmarkTasks {
  private LandmarkTasks() {}

  /** Counts the rows of the shard. */
  record CountRows() implements Task<Integer> {
    @Override
    public Integer run(Worker worker) {
      return worker.get(ShardState.TRAIN).count();
    }
  }

  /** The rows of the shard whose ranks, uniform in [0, 1), are below a limit. */
  record UniformCandidates(double limit, long seed, Purpose purpose)
      implements Task<List<KeyedRow>> {
    @Override
    public List<KeyedRow> run(Worker worker) {
      return LongStream.of(worker.get(ShardState.TRAIN).positions())
          .mapToObj(position -> new KeyedRow(Draws.uniform(seed, purpose, position, 0), position))
          .filter(candidate -> candidate.key() < limit)
          .toList();
    }
  }

  /**
   * The rows of the shard that come first when each waits for an exponential time of rate w: over
   * all shards, draws in proportion to w without replacement.
   */
  record WeightedCandidates(int count, int round, long seed) implements Task<List<KeyedRow>> {
    @Override
    public List<KeyedRow> run(Worker worker) {
      long[] positions = worker.get(ShardState.TRAIN).positions();
      double[] weights = worker.get(PivotTasks.RESIDUALS).toArray();
      return KeyedRow.first(
          IntStream.range(0, positions.length)
              .filter(i -> weights[i] > 0)
              .mapToObj(i -> new KeyedRow(time(positions[i]) / weights[i], positions[i])),
          count);
    }

    private double time(long position) {
      // StrictMath: the same bits on every machine.
      return -StrictMath.log1p(-Draws.uniform(seed, Purpose.PIVOT, position, round));
    }
  }

  /** Those rows at the given positions that the shard has. */
  record Fetch(long[] positions) implements Task<Piece> {
    @Override
    public Piece run(Worker worker) {
      Sample train = worker.get(ShardState.TRAIN);
      Sample.Found found = train.find(positions);
      return new Piece(found.indices(), train.x().select(found.places()));
    }
  }

  /**
   * Rows of one shard.
   *
   * @param indices their places in the request
   */
  record Piece(int[] indices, Rows x) {}
}
