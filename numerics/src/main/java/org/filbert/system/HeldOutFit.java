package org.filbert.system;

import java.util.List;
import java.util.stream.IntStream;
import org.filbert.cost.InPhase;
import org.filbert.cost.Phase;
import org.filbert.data.Sample;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.shard.Score;
import org.filbert.shard.ShardState;
import org.filbert.workers.Action;
import org.filbert.workers.Key;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;

/**
 * Fitted values of u on a worker's held-out samples, as they were last computed, with k columns for
 * each ridge side by side.
 */
record HeldOutFit(List<Matrix> samples) implements AutoCloseable {
  private static final Key<HeldOutFit> KEY = Key.stored("held-out fit", HeldOutFit.class);

  static HeldOutFit of(Worker worker) {
    return worker.getOrMake(KEY, () -> zero(worker));
  }

  private static HeldOutFit zero(Worker worker) {
    int columns = PerRidge.of(worker).columns();
    return new HeldOutFit(
        worker.get(ShardState.HELD_OUT).stream()
            .map(s -> Matrix.zeros(Precision.DOUBLE, s.count(), columns))
            .toList());
  }

  /** Sets all fitted values to 0. */
  @InPhase(Phase.SCORING)
  record Clear() implements Action {
    @Override
    public void act(Worker worker) {
      worker.remove(KEY);
      of(worker);
    }
  }

  /** Answers the worker's scores with each ridge: of its validation rows, then of its test rows. */
  @InPhase(Phase.SCORING)
  record Evaluate() implements Task<List<List<Score>>> {
    @Override
    public List<List<Score>> run(Worker worker) {
      List<Sample> heldOut = worker.get(ShardState.HELD_OUT);
      List<Matrix> fitted = of(worker).samples;
      PerRidge layout = PerRidge.of(worker);
      return IntStream.range(0, layout.ridges().size())
          .mapToObj(
              m ->
                  IntStream.range(0, heldOut.size())
                      .mapToObj(
                          s ->
                              Score.of(
                                  heldOut.get(s),
                                  layout.columns(fitted.get(s), m),
                                  ShardState.shares(worker)))
                      .toList())
          .toList();
    }
  }

  @Override
  public void close() {
    samples.forEach(Matrix::close);
  }
}
