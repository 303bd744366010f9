package org.filbert.online.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import org.filbert.data.Instance;
import org.filbert.data.Placement;
import org.filbert.data.Target;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.loss.LogisticLoss;
import org.filbert.loss.Loss;
import org.filbert.loss.SquareLoss;
import org.filbert.model.CurvePoint;
import org.filbert.online.Algorithm;
import org.filbert.shard.Prepared;
import org.filbert.testing.Descents;
import org.filbert.testing.LetterData;
import org.filbert.testing.Shards;
import org.filbert.train.columns.Scaling;
import org.filbert.workers.LocalWorkers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** All of UCI Letter, σ = 0.2 on features / 15, F = 128 and 15 batches an epoch. */
@Tag("ci")
class LetterGradientsTest {
  private static final Backend BACKEND = Backends.choose("auto", "auto");
  private static final List<Instance> LETTERS =
      LetterData.instances(LetterData.TRAIN_ROWS, LetterData.TEST_ROWS);
  private static final List<Instance> HALVES =
      LETTERS.stream().map(LetterGradientsTest::half).toList();

  private record Result(int blocks, double error) {}

  private static Instance half(Instance instance) {
    Instance.Example letter = (Instance.Example) instance;
    String name = ((Target.ClassName) Objects.requireNonNull(letter.target())).name();
    return new Instance.Example(
        letter.role(),
        letter.position(),
        letter.features(),
        new Target.ClassName(name.compareTo("M") <= 0 ? "A-M" : "N-Z"));
  }

  @Test
  void twentySixClasses() {
    Result dsg = train(LETTERS, new Algorithm.Dsg(), new SquareLoss(), 20, 200, 7);
    assertThat(dsg.blocks()).isEqualTo(200);
    assertThat(dsg.error()).isLessThanOrEqualTo(0.052);
    Result cdsg = train(LETTERS, new Algorithm.Cdsg(4), new SquareLoss(), 20, 200, 7);
    assertThat(cdsg.blocks()).isLessThanOrEqualTo(140);
    assertThat(cdsg.error()).isLessThanOrEqualTo(dsg.error() + 0.005);
  }

  @Test
  void twoClassesBySquareLoss() {
    compare(new SquareLoss(), 10, 7);
  }

  @Test
  void twoClassesByLogisticLoss() {
    compare(new LogisticLoss(), 30, 1, 7);
  }

  /** On average over seeds: with logistic loss a draw moves the difference by half a point. */
  private static void compare(Loss loss, double gamma, long... seeds) {
    double difference = 0;
    for (long seed : seeds) {
      Result all = train(HALVES, new Algorithm.Dsg(), loss, gamma, 150, seed);
      Result some = train(HALVES, new Algorithm.Cdsg(4), loss, gamma, 150, seed);
      assertThat(some.blocks()).isLessThanOrEqualTo(all.blocks() / 2);
      difference += (some.error() - all.error()) / seeds.length;
    }
    assertThat(difference).isLessThanOrEqualTo(0.008);
  }

  /**
   * The test error after a number of steps, the mean of five that end there: with a constant step
   * it goes up and down by some tenths of a point from batch to batch.
   */
  private static Result train(
      List<Instance> instances,
      Algorithm algorithm,
      Loss loss,
      double gamma,
      int steps,
      long seed) {
    var options =
        Descents.seeded(Descents.options(0.2, 16, 128, algorithm, loss, gamma, 1000, 100), seed);
    try (LocalWorkers workers = Shards.local(instances, new Placement(7, 2), BACKEND)) {
      Prepared prepared = Descents.preparation(options, new Scaling.Divide(15)).run(workers);
      DoublyStochasticDescent solver = new DoublyStochasticDescent(options, prepared);
      BatchState state = solver.start(solver.plan(), workers);
      double error = 0;
      while (state.gradients().step() < steps) {
        state = solver.step(state, workers);
        if (state.gradients().step() > steps - 5) {
          BatchState scored = state.batch() == 0 ? state : solver.endOfEpoch(state, workers);
          error += testError(scored.curve()) / 5;
        }
      }
      return new Result(state.gradients().blocks().size(), error);
    }
  }

  private static double testError(List<CurvePoint> curve) {
    return Objects.requireNonNull(curve.get(curve.size() - 1).testError());
  }
}
