package org.filbert.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.filbert.data.Instance;
import org.filbert.data.Placement;
import org.filbert.data.Role;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.MetricOptions;
import org.filbert.kernel.MetricOptions.Learn;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.loss.LogisticLoss;
import org.filbert.shard.ShardState;
import org.filbert.solver.AutomaticSolver;
import org.filbert.solver.BlockDescentOptions;
import org.filbert.system.AutomaticSystem;
import org.filbert.system.FullKernelOptions;
import org.filbert.system.equations.Risk;
import org.filbert.testing.EverySystem;
import org.filbert.testing.Records;
import org.filbert.testing.Shards;
import org.filbert.train.forecast.Budget;
import org.filbert.train.forecast.LearningRows;
import org.filbert.train.rows.ClassWeights;
import org.filbert.workers.LocalWorkers;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;
import org.junit.jupiter.api.Test;

class LearningRowsTest {
  private static final List<Instance> ROWS = new Records(3, true, 2, 61).of(Role.TRAIN, 400);

  private static TrainingBuilder learning(int rows) {
    return TrainingSpec.of(new Gaussian(1))
        .system(new AutomaticSystem())
        .solver(new AutomaticSolver())
        .ridge(0.1)
        .metric(
            new MetricOptions(
                Learn.DIAGONAL,
                OptionalInt.of(2),
                rows == 0 ? OptionalInt.empty() : OptionalInt.of(rows),
                OptionalInt.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty()));
  }

  private static LocalWorkers workers(List<Instance> rows) {
    return Shards.local(rows, new Placement(7, 2), Backends.choose("java", "plain"));
  }

  /** The number of training rows, and the sum of their weights. */
  private record Count() implements Task<double[]> {
    @Override
    public double[] run(Worker worker) {
      double sum = 0;
      for (double weight : ShardState.fullWeights(worker)) {
        sum += weight;
      }
      return new double[] {worker.get(ShardState.TRAIN).count(), sum};
    }
  }

  private static double[] counted(LocalWorkers workers) {
    double[] all = new double[2];
    for (double[] each : workers.gather(new Count())) {
      all[0] += each[0];
      all[1] += each[1];
    }
    return all;
  }

  @Test
  void theSampleIsSolvedExactlyAndThenAllRows() {
    Training training =
        new Training(learning(150).classWeights(new ClassWeights.Balanced()).build());
    List<Integer> solved = new ArrayList<>();
    try (LocalWorkers workers = workers(ROWS)) {
      TrainingState state = training.start(workers);
      assertThat(state.prepared().rows()).isEqualTo(400);
      assertThat(state.plan().remarks())
          .contains("metrics are learned from exact solutions of 150 of the 400 training rows");
      while (!training.done(state)) {
        LearningRows learning = state.learning();
        assertThat(counted(workers)[0]).isEqualTo(learning == null ? 400 : 150);
        assertThat(state.solved().rows()).isEqualTo(learning == null ? 400 : 150);
        assertThat(state.settled()).isEqualTo(learning == null);
        solved.add(state.solved().rows());
        state = training.step(state, workers);
      }
      assertThat(counted(workers)[1]).isCloseTo(400, within(1e-9));
      assertThat(solved).contains(150, 400);
      assertThat(state.learnedFrom()).hasValue(150);
      assertThat(Objects.requireNonNull(state.approach()).blockSize()).isEqualTo(400);
      assertThat(state.progress().curve()).hasSize(state.ledger().epochs().size());
      assertThat(training.finish(state, workers).model().model().coefficients().rows())
          .isEqualTo(400);
    }
  }

  @Test
  void asManyRowsAsThereAreAreNoSample() {
    try (LocalWorkers workers = workers(ROWS)) {
      TrainingState state = new Training(learning(400).build()).start(workers);
      assertThat(state.learning()).isNull();
      assertThat(state.learnedFrom()).isEmpty();
    }
  }

  @Test
  void aGivenSystemIsThatOfTheModel() {
    Training training =
        new Training(
            learning(150)
                .system(EverySystem.nystrom(60, 1e-3))
                .solver(BlockDescentOptions.of(60, 1))
                .build());
    try (LocalWorkers workers = workers(ROWS)) {
      assertThat(training.run(workers).model().model().coefficients().rows()).isEqualTo(60);
    }
  }

  @Test
  void aModelOfSomeRowsLearnsFromThese() {
    Training training =
        new Training(
            learning(150)
                .system(new FullKernelOptions(OptionalInt.of(240)))
                .solver(BlockDescentOptions.of(240, 1))
                .classWeights(new ClassWeights.Balanced())
                .build());
    try (LocalWorkers workers = workers(ROWS)) {
      TrainingState state = training.start(workers);
      while (!training.done(state)) {
        assertThat(counted(workers)[0]).isEqualTo(state.learning() == null ? 240 : 150);
        state = training.step(state, workers);
      }
      assertThat(state.prepared().rows()).isEqualTo(400);
      assertThat(state.solved().rows()).isEqualTo(240);
      assertThat(state.learnedRows()).isEqualTo(240);
      assertThat(training.finish(state, workers).model().model().coefficients().rows())
          .isEqualTo(240);
    }
  }

  @Test
  void aSampleForTheModelNeedsNoMetric() {
    TrainingSpec spec =
        TrainingSpec.of(new Gaussian(1))
            .system(new FullKernelOptions(OptionalInt.of(240)))
            .solver(BlockDescentOptions.of(240, 1))
            .ridge(0.1)
            .build();
    Matrix ofTwo = coefficients(spec, ROWS, 2);
    assertThat(ofTwo.rows()).isEqualTo(240);
    assertThat(coefficients(spec, ROWS.subList(0, 240), 2).rows()).isEqualTo(240);
    assertThat(coefficients(spec, ROWS, 3).rows()).as("of three workers").isEqualTo(240);
  }

  private static Matrix coefficients(TrainingSpec spec, List<Instance> rows, int count) {
    try (LocalWorkers workers =
        Shards.local(rows, new Placement(7, count), Backends.choose("java", "plain"))) {
      return new Training(spec).run(workers).model().model().coefficients();
    }
  }

  @Test
  void refusesASampleOfOneRow() {
    assertThatThrownBy(() -> new FullKernelOptions(OptionalInt.of(1)))
        .hasMessage("rows is 1, must be 2 or more");
  }

  @Test
  void fewerRowsAreTakenWhereTimeIsShort() {
    List<Instance> rows = new Records(2, false, 0, 61).of(Role.TRAIN, 2600);
    TrainingSpec spec = learning(0).budget(new Budget(OptionalDouble.of(1e-6))).build();
    try (LocalWorkers workers = workers(rows)) {
      assertThat(new Training(spec).start(workers).learnedFrom()).hasValue(2500);
    }
    try (LocalWorkers workers = workers(rows)) {
      assertThat(new Training(learning(0).build()).start(workers).learnedFrom()).isEmpty();
    }
  }

  @Test
  void noMetricIsLearnedWithoutTime() {
    assertThat(metrics(Learn.AUTO, OptionalDouble.of(1e-6))).isEqualTo(1);
    assertThat(metrics(Learn.DIAGONAL, OptionalDouble.of(1e-6))).isEqualTo(2);
    assertThat(metrics(Learn.AUTO, OptionalDouble.of(1e6)))
        .isEqualTo(metrics(Learn.AUTO, OptionalDouble.empty()))
        .isGreaterThan(2);
  }

  /** How many metrics were judged, none included. */
  private static int metrics(Learn learn, OptionalDouble seconds) {
    MetricOptions options =
        new MetricOptions(
            learn,
            OptionalInt.empty(),
            OptionalInt.empty(),
            OptionalInt.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    TrainingSpec spec = learning(0).metric(options).budget(new Budget(seconds)).build();
    Training training = new Training(spec);
    try (LocalWorkers workers = workers(ROWS.subList(0, 80))) {
      TrainingState state = training.start(workers);
      while (!training.done(state)) {
        state = training.step(state, workers);
      }
      return Objects.requireNonNull(state.metric()).scores().size();
    }
  }

  @Test
  void refusesASampleWithoutExactSolutions() {
    assertThatThrownBy(
            () ->
                learning(150)
                    .system(EverySystem.nystrom(60, 1e-3))
                    .solver(BlockDescentOptions.of(60, 3))
                    .risk(new Risk(new LogisticLoss(), Risk.Norm.L2))
                    .build())
        .hasMessage(
            "kernel.metric.rows is 150, which needs the square loss, the penalty l2, a ridge above"
                + " 0 and a solver of systems");
    assertThatThrownBy(() -> learning(1)).hasMessage("rows is 1, must be 2 or more");
  }
}
