package org.filbert.online.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Placement;
import org.filbert.data.Role;
import org.filbert.data.Target;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.Gaussian;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Precision;
import org.filbert.loss.HingeLoss;
import org.filbert.loss.LogisticLoss;
import org.filbert.loss.SoftmaxLoss;
import org.filbert.loss.SquareLoss;
import org.filbert.model.CurvePoint;
import org.filbert.model.DoublyStochastic;
import org.filbert.online.Algorithm;
import org.filbert.online.GradientOptions;
import org.filbert.online.GradientState;
import org.filbert.online.LastGood;
import org.filbert.online.StepSize;
import org.filbert.shard.Prepared;
import org.filbert.solver.Stopping;
import org.filbert.testing.Close;
import org.filbert.testing.Descents;
import org.filbert.testing.ForgetfulWorkers;
import org.filbert.testing.Records;
import org.filbert.testing.Shards;
import org.filbert.train.columns.Scaling;
import org.filbert.train.method.Evaluation;
import org.filbert.workers.LocalWorkers;
import org.filbert.workers.Workers;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DoublyStochasticDescentTest {
  private static final Backend BACKEND = Backends.choose("auto", "plain");
  private static final int D = 4;

  private static final DoublyStochasticDescent.Options CDSG =
      Descents.options(1, D, 20, new Algorithm.Cdsg(2), new SquareLoss(), 2, 40, 4);

  private record Run(DoublyStochastic model, List<CurvePoint> curve) {}

  private static List<Instance> instances(int classes) {
    Records records = new Records(D, false, classes, 61);
    List<Instance> instances = new ArrayList<>(records.of(Role.TRAIN, 300));
    instances.addAll(records.of(Role.VALIDATION, 30));
    instances.addAll(records.of(Role.TEST, 100));
    return instances;
  }

  private static Run run(DoublyStochasticDescent.Options options, Workers workers) {
    Prepared prepared = Descents.preparation(options, new Scaling.None()).run(workers);
    DoublyStochasticDescent solver = new DoublyStochasticDescent(options, prepared);
    assertThat(solver.plan().bytesPerWorker()).isPositive();
    BatchState state = solver.start(solver.plan(), workers);
    while (!solver.done(state)) {
      state = solver.step(state, workers);
    }
    return new Run((DoublyStochastic) solver.model(state, workers), state.progress().curve());
  }

  private static Run local(
      DoublyStochasticDescent.Options options, int workers, List<Instance> instances) {
    try (LocalWorkers local = Shards.local(instances, new Placement(7, workers), BACKEND)) {
      return run(options, local);
    }
  }

  @Test
  void itLearnsClassesAndTargets() {
    Run classes = local(CDSG, 2, instances(3));
    assertThat(classes.curve()).hasSize(4);
    CurvePoint last = classes.curve().get(3);
    assertThat(Objects.requireNonNull(last.testError())).isLessThan(0.25);
    assertThat(last.relativeResidual()).isLessThan(classes.curve().get(0).relativeResidual());
    assertThat(last.validationError()).isNotNull();

    Run targets = local(CDSG, 2, instances(0));
    assertThat(Objects.requireNonNull(targets.curve().get(3).testError())).isLessThan(0.3);
  }

  @Test
  void everyEpochHasEveryRowOnce() {
    long[] positions = IntStream.range(0, 500).mapToLong(i -> 3L * i).toArray();
    DoublyStochasticDescent.Epoch first = DoublyStochasticDescent.Epoch.draw(7, 1, 6, positions);
    DoublyStochasticDescent.Epoch second = DoublyStochasticDescent.Epoch.draw(7, 2, 6, positions);
    assertThat(first.batches()).hasSize(6);
    assertThat(first.batches().stream().flatMapToInt(IntStream::of).sorted())
        .containsExactlyElementsOf(IntStream.range(0, 500).boxed().toList());
    assertThat(first.batches()).allMatch(batch -> batch.length > 50 && batch.length < 120);
    assertThat(first.batches().get(0)).isNotEqualTo(second.batches().get(0));
  }

  @Test
  void theNumberOfWorkersMattersOnlyToRounding() {
    Run one = local(CDSG, 1, instances(3));
    Run three = local(CDSG, 3, instances(3));
    assertThat(three.model().blocks()).isEqualTo(one.model().blocks());
    Close.assertClose(three.model().a().toArray(), one.model().a().toArray(), 1e-4);
  }

  @Test
  void neitherTheOrderOfArrivalNorFailuresChangeABit() {
    double[] expected = local(CDSG, 3, instances(3)).model().a().toArray();
    List<Instance> shuffled = instances(3);
    Collections.shuffle(shuffled, new Random(1));
    assertThat(local(CDSG, 3, shuffled).model().a().toArray()).containsExactly(expected);
    try (ForgetfulWorkers workers =
        new ForgetfulWorkers(Shards.workers(instances(3), new Placement(7, 3), BACKEND), 5)) {
      assertThat(run(CDSG, workers).model().a().toArray()).containsExactly(expected);
      assertThat(workers.failures()).isGreaterThan(50);
    }
  }

  @Test
  void theBestEpochIsKeptAndPatienceEndsTheRun() {
    List<Instance> rows = instances(3);
    DoublyStochasticDescent.Options all = limited(new Stopping(12, 0, 0));
    Run whole = local(all, 2, rows);
    int best = 1;
    for (CurvePoint point : whole.curve()) {
      best = error(point) < error(whole.curve().get(best - 1)) ? point.epoch() : best;
    }
    assertThat(best).isLessThan(12);
    assertThat(whole.model().a().toArray())
        .containsExactly(local(limited(new Stopping(best, 0, 0)), 2, rows).model().a().toArray());
    Run early = local(limited(new Stopping(50, 0, 2)), 2, rows);
    assertThat(early.curve()).hasSizeLessThan(50);
    assertThat(early.curve().subList(early.curve().size() - 2, early.curve().size()))
        .allMatch(point -> error(point) >= lowest(early.curve()));
    assertThatThrownBy(
            () ->
                local(
                    limited(new Stopping(5, 0, 2)),
                    2,
                    new Records(D, false, 3, 1).of(Role.TRAIN, 50)))
        .hasMessage("patience needs validation rows, found none");
  }

  private static DoublyStochasticDescent.Options limited(Stopping stopping) {
    return new DoublyStochasticDescent.Options(
        CDSG.gradients(), CDSG.batchSize(), stopping, CDSG.evaluation());
  }

  private static double error(CurvePoint point) {
    return Objects.requireNonNull(point.validationError());
  }

  private static double lowest(List<CurvePoint> curve) {
    return curve.stream().mapToDouble(DoublyStochasticDescentTest::error).min().orElseThrow();
  }

  /** Steps, batches and rows as in the stream's {@code SetbackTest}, 100 batches an epoch. */
  private static DoublyStochasticDescent.Options steps(double gamma, int epochs) {
    return new DoublyStochasticDescent.Options(
        new GradientOptions(
            new RandomFourier(new Gaussian(0.5), 3, 10, 11, RandomFourier.Form.COSINE_SINE),
            Precision.DOUBLE,
            new Algorithm.Udsg(1, 4),
            new SquareLoss(),
            new StepSize.Constant(gamma),
            0,
            1000,
            1,
            1 << 10),
        20,
        epochs,
        Evaluation.AUTO);
  }

  private static List<Instance> waves() {
    Random random = new Random(1000);
    List<Instance> rows = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      double[] x = random.doubles(3, -1, 1).toArray();
      String name = Math.sin(4 * x[0] + x[1]) > 0 ? "b" : "a";
      rows.add(
          new Instance.Example(Role.TRAIN, i, new Features.Dense(x), new Target.ClassName(name)));
    }
    return rows;
  }

  private static BatchState states(
      DoublyStochasticDescent.Options options, Workers workers, UnaryOperator<BatchState> between) {
    Prepared prepared = Descents.preparation(options, new Scaling.None()).run(workers);
    DoublyStochasticDescent solver = new DoublyStochasticDescent(options, prepared);
    BatchState state = solver.start(solver.plan(), workers);
    while (!solver.done(state)) {
      state = between.apply(solver.step(state, workers));
    }
    return state;
  }

  @Test
  void aRunThatDivergesGoesOnWithHalfTheStep() {
    DoublyStochasticDescent.Options options = steps(200, 8);
    try (LocalWorkers workers = Shards.local(waves(), new Placement(7, 2), BACKEND);
        ForgetfulWorkers forgetful =
            new ForgetfulWorkers(Shards.workers(waves(), new Placement(7, 2), BACKEND), 5)) {
      BatchState state = states(options, workers, UnaryOperator.identity());
      assertThat(state.gradients().schedule().halvings()).isBetween(1, 9);
      assertThat(state.warnings()).hasSize(state.gradients().schedule().halvings());
      assertThat(state.curve().get(7).trainError()).isLessThan(0.2);
      assertThat(state.good().failures()).isZero();
      assertThat(states(options, forgetful, UnaryOperator.identity()).gradients())
          .isEqualTo(state.gradients());
    }
  }

  @Test
  void stepsThatAreShortEnoughStayAsTheyAre() {
    try (LocalWorkers workers = Shards.local(waves(), new Placement(7, 2), BACKEND)) {
      BatchState state = states(steps(2, 2), workers, UnaryOperator.identity());
      assertThat(state.gradients().schedule().halvings()).isZero();
      assertThat(state.warnings()).isEmpty();
    }
  }

  /** States of earlier versions have no good model. */
  @Test
  void aRunWithoutAGoodModelGoesOnAsItBegan() {
    try (LocalWorkers workers = Shards.local(waves(), new Placement(7, 2), BACKEND);
        LocalWorkers others = Shards.local(waves(), new Placement(7, 2), BACKEND);
        LocalWorkers diverging = Shards.local(waves(), new Placement(7, 2), BACKEND)) {
      GradientState gradients = states(steps(2, 2), workers, s -> withGood(s, null)).gradients();
      assertThat(gradients)
          .isEqualTo(states(steps(2, 2), others, UnaryOperator.identity()).gradients());
      assertThatThrownBy(() -> states(steps(200, 4), diverging, s -> withGood(s, null)))
          .hasMessageContaining("the step size Constant[gamma=200.0] diverges: at step ");
    }
  }

  private static BatchState withGood(BatchState state, @Nullable LastGood good) {
    return new BatchState(
        state.gradients(),
        good,
        state.epochs(),
        state.epoch(),
        state.batch(),
        state.batches(),
        state.scoringInterval(),
        state.seconds(),
        state.fit(),
        state.curve(),
        state.best());
  }

  @Test
  void batchesWithoutRowsAreNoSteps() {
    var options = Descents.options(1, D, 8, new Algorithm.Dsg(), new LogisticLoss(), 1, 1, 1);
    List<Instance> few = new ArrayList<>(new Records(D, false, 2, 3).of(Role.TRAIN, 12));
    Run run = local(options, 2, few);
    assertThat(run.model().blocks().length).isBetween(4, 11);
    assertThat(run.curve().get(0).testError()).isNull();
  }

  @Test
  void lossesThatDoNotFitAreRefused() {
    var hinge = Descents.options(1, D, 8, new Algorithm.Dsg(), new HingeLoss(), 1, 10, 1);
    assertThatThrownBy(() -> local(hinge, 1, instances(0)))
        .hasMessageContaining("HingeLoss[] for regression, only square");
    var softmax = Descents.options(1, D, 8, new Algorithm.Dsg(), new SoftmaxLoss(), 1, 10, 1);
    assertThatThrownBy(() -> local(softmax, 1, instances(2)))
        .hasMessageContaining("softmax needs more than two classes");
    assertThatThrownBy(
            () -> new DoublyStochasticDescent.Options(CDSG.gradients(), 0, 1, Evaluation.AUTO))
        .hasMessageContaining("batchSize is 0, must be 1 or more");
  }
}
