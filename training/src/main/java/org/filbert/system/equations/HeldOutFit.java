package org.filbert.system.equations;

import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.filbert.cost.InPhase;
import org.filbert.cost.Phase;
import org.filbert.data.Sample;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.shard.Score;
import org.filbert.shard.ScoredRows;
import org.filbert.shard.ShardState;
import org.filbert.workers.Action;
import org.filbert.workers.Key;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;

/**
 * Fitted values of u on a worker's held-out samples, as they were last computed, with k columns for
 * each ridge side by side.
 */
public record HeldOutFit(List<Matrix> samples) implements AutoCloseable {
  private static final Key<HeldOutFit> KEY = Key.stored("held-out fit", HeldOutFit.class);

  /** Scores of validation rows with what was kept for the model. */
  public static final Key<ScoredRows> KEPT = Key.constant("kept validation", ScoredRows.class);

  /** The same of test rows. */
  public static final Key<ScoredRows> KEPT_TEST = Key.constant("kept test", ScoredRows.class);

  private static final List<Key<ScoredRows>> KEPT_OF_SAMPLES = List.of(KEPT, KEPT_TEST);

  public static HeldOutFit of(Worker worker) {
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
  public record Clear() implements Action {
    @Override
    public void act(Worker worker) {
      worker.remove(KEY);
      of(worker);
    }
  }

  /** Answers the worker's scores with each ridge: of its validation rows, then of its test rows. */
  @InPhase(Phase.SCORING)
  public record Evaluate() implements Task<List<List<Score>>> {
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
                                  layout.mean(fitted.get(s), m),
                                  ShardState.outputs(worker),
                                  ShardState.heldOutWeights(worker, s)))
                      .toList())
          .toList();
    }
  }

  /**
   * Answers the scores of validation rows with each ridge.
   *
   * @param most number of rows of a worker
   */
  @InPhase(Phase.SCORING)
  public record Scores(int most) implements Task<List<ScoredRows>> {
    @Override
    public List<ScoredRows> run(Worker worker) {
      Sample sample = worker.get(ShardState.HELD_OUT).get(0);
      Matrix fitted = of(worker).samples.get(0);
      double[] weights = ShardState.heldOutWeights(worker, 0);
      PerRidge layout = PerRidge.of(worker);
      return IntStream.range(0, layout.ridges().size())
          .mapToObj(m -> ScoredRows.of(sample, layout.mean(fitted, m), weights, most))
          .toList();
    }
  }

  /**
   * Keeps scores of held-out rows, which are those of what was kept for the model.
   *
   * @param member number of the ridge
   * @param most number of rows of a sample
   */
  @InPhase(Phase.SCORING)
  public record Keep(int member, int most) implements Action {
    @Override
    public void act(Worker worker) {
      List<Sample> samples = worker.get(ShardState.HELD_OUT);
      for (int s = 0; s < samples.size(); s++) {
        Matrix f = PerRidge.of(worker).mean(of(worker).samples.get(s), member);
        worker.put(
            KEPT_OF_SAMPLES.get(s),
            ScoredRows.of(samples.get(s), f, ShardState.heldOutWeights(worker, s), most));
      }
    }
  }

  /** Answers the scores that were kept, of validation rows and of test rows. */
  public record Export() implements Task<List<ScoredRows>> {
    @Override
    public List<ScoredRows> run(Worker worker) {
      return KEPT_OF_SAMPLES.stream()
          .map(key -> Objects.requireNonNullElse(worker.find(key), ScoredRows.NONE))
          .toList();
    }

    @Override
    public boolean readsConstants() {
      return true;
    }
  }

  @Override
  public void close() {
    samples.forEach(Matrix::close);
  }
}
