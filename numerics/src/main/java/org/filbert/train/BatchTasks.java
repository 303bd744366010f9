package org.filbert.train;

import java.util.ArrayList;
import java.util.List;
import org.filbert.cost.InPhase;
import org.filbert.cost.Phase;
import org.filbert.data.Role;
import org.filbert.data.Sample;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.model.DoublyStochastic;
import org.filbert.random.Draws;
import org.filbert.random.Purpose;
import org.filbert.shard.Score;
import org.filbert.shard.ShardState;
import org.filbert.workers.Key;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;

/** What the workers do for {@link DoublyStochasticDescent}, beside the gradients' own tasks. */
final class BatchTasks {
  private static final Key<Epoch> EPOCH = Key.rebuilt("epoch", Epoch.class);

  private BatchTasks() {}

  /** The places of a shard's training rows in each batch of an epoch. */
  record Epoch(int number, List<int[]> batches) {
    static Epoch draw(long seed, int number, int batches, long[] positions) {
      List<List<Integer>> places = new ArrayList<>();
      for (int batch = 0; batch < batches; batch++) {
        places.add(new ArrayList<>());
      }
      for (int i = 0; i < positions.length; i++) {
        long hash = Draws.hash(seed, Purpose.BATCH, number, positions[i]);
        places.get((int) Long.remainderUnsigned(hash, batches)).add(i);
      }
      return new Epoch(
          number,
          places.stream()
              .map(batch -> batch.stream().mapToInt(Integer::intValue).toArray())
              .toList());
    }
  }

  /**
   * The shard's rows of a batch. Every epoch puts each row into one batch, by a hash of the seed,
   * the epoch and the row's position: the batches do not depend on the number of workers.
   */
  record Draw(long seed, int epoch, int batch, int batches) implements Task<Sample> {
    @Override
    public Sample run(Worker worker) {
      Sample train = worker.get(ShardState.TRAIN);
      Epoch drawn = worker.find(EPOCH);
      if (drawn == null || drawn.number() != epoch) {
        drawn = Epoch.draw(seed, epoch, batches, train.positions());
        worker.put(EPOCH, drawn);
      }
      int[] places = drawn.batches().get(batch);
      Matrix y = Matrix.zeros(Precision.DOUBLE, places.length, train.y().cols());
      int[] labels = new int[train.labels().length == 0 ? 0 : places.length];
      long[] positions = new long[places.length];
      for (int i = 0; i < places.length; i++) {
        y.write(i, i + 1, train.y().row(places[i]));
        positions[i] = train.positions()[places[i]];
        if (labels.length > 0) {
          labels[i] = train.labels()[places[i]];
        }
      }
      return new Sample(Role.TRAIN, train.x().select(places), y, labels, positions);
    }
  }

  /** How well a model predicts the shard's held-out samples. */
  @InPhase(Phase.SCORING)
  record Evaluate(DoublyStochastic model) implements Task<List<Score>> {
    @Override
    public List<Score> run(Worker worker) {
      List<Score> scores = new ArrayList<>();
      for (Sample sample : worker.get(ShardState.HELD_OUT)) {
        try (Matrix f = model.scores(sample.x(), worker.backend())) {
          scores.add(Score.of(sample, f));
        }
      }
      return scores;
    }
  }
}
