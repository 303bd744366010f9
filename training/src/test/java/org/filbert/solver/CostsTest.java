package org.filbert.solver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.DoubleStream;
import org.assertj.core.data.Percentage;
import org.filbert.cost.Costs;
import org.filbert.data.Instance;
import org.filbert.data.Placement;
import org.filbert.data.Role;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Laplacian;
import org.filbert.linalg.Backends;
import org.filbert.plan.Plan;
import org.filbert.shard.Prepared;
import org.filbert.system.SystemOptions;
import org.filbert.system.equations.Blocks;
import org.filbert.system.equations.Ridge;
import org.filbert.testing.Descent;
import org.filbert.testing.EverySystem;
import org.filbert.testing.Records;
import org.filbert.testing.RunOptions;
import org.filbert.testing.Shards;
import org.filbert.train.SystemRun;
import org.filbert.train.SystemRunState;
import org.filbert.train.columns.Storage;
import org.filbert.workers.LocalWorkers;
import org.filbert.workers.MeteredWorkers;
import org.filbert.workers.Workers;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Counted operations and bytes are those of docs/explanation/costs.md. */
class CostsTest {
  private static final double N = 600;
  private static final double D = 5;
  private static final double K = 3;
  private static final int WORKERS = 2;
  private static final double ROW = 4 * D;

  /** Blocks of rows may differ by a row from b. */
  private static final Percentage ROUNDING = Percentage.withPercentage(0.1);

  private static final long ALL = 1L << 30;

  @ParameterizedTest
  @ValueSource(longs = {0, ALL})
  void fullKernel(long budget) {
    double b = 100;
    double rounds = N / b / WORKERS;
    boolean kept = budget > 0;
    List<Costs> epochs =
        run(RunOptions.of(new Gaussian(1), (int) b, 2).withBudgets(budget, budget), false);
    check(epochs.get(0), 2 * N * N * D + 2 * N * b * D, 0, N * b * b / 3, b, N, N * N);
    checkBytes(
        epochs.get(0),
        8 * N * K + N * (ROW + 8 * K) + N * ROW + 8 * b * K * rounds + N * (ROW + 8 * K),
        16 * N * K + 2 * N * ROW + N * (ROW + 8 * K));
    if (kept) {
      check(epochs.get(1), 0, 0, 0, b, N, N * N);
      checkBytes(epochs.get(1), 8 * N * K + 2 * WORKERS * 8 * N * K, 16 * N * K + 8 * N * K);
    } else {
      checkBytes(
          epochs.get(1),
          8 * N * K + N * (ROW + 8 * K) + N * ROW + 8 * b * K * rounds + N * (ROW + 8 * K),
          16 * N * K + 2 * N * ROW + N * (ROW + 8 * K));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, ALL})
  void randomFeatures(long budget) {
    checkColumns(EverySystem.fourier(512, RandomFourier.Form.COSINE), 512, 128, 0, budget);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, ALL})
  void nystrom(long budget) {
    double p = 300;
    double b = 100;
    checkColumns(EverySystem.nystrom((int) p, 1e-3), p, b, 2 * b * p * D, budget);
  }

  private static void checkColumns(
      SystemOptions columns, double p, double b, double penalty, long budget) {
    boolean kept = budget > 0;
    List<Costs> epochs =
        run(
            RunOptions.of(new Gaussian(1), (int) b, 2)
                .withSystem(columns)
                .withRidge(new Ridge(0.1, false))
                .withBudgets(budget, budget),
            false);
    double gram = N * b * p + 2 * N * p * K;
    double generation = (kept ? 2 : 6) * N * p * D + penalty;
    check(epochs.get(0), generation, gram, b * b * p / 3, b, p, 2 * N * p);
    double blocks = p / b;
    checkBytes(
        epochs.get(0),
        8 * p * K
            + WORKERS * (8 * p * K + 8 * K * directions(0, blocks))
            + 8 * b * K * findingNoFactor(blocks),
        16 * p * K + WORKERS * 8 * K * directions(1, blocks + 1));
    if (kept) {
      check(epochs.get(1), 0, 0, 0, b, p, 2 * N * p);
      checkBytes(
          epochs.get(1),
          8 * p * K + WORKERS * (8 * p * K + 8 * K * directions(blocks, 2 * blocks)),
          16 * p * K + WORKERS * 8 * K * directions(blocks + 1, 2 * blocks + 1));
    }
  }

  /** Messages that a plan counts are those of its first epoch, and of a later one. */
  @ParameterizedTest
  @ValueSource(ints = {0, 512})
  void messagesAreThoseOfThePlan(int features) {
    RunOptions fullKernel = RunOptions.of(new Gaussian(1), 256, 2).withBudgets(ALL, ALL);
    RunOptions options =
        features == 0
            ? fullKernel
            : fullKernel.withSystem(EverySystem.fourier(features, RandomFourier.Form.COSINE));
    List<Instance> rows = new Records((int) D, false, (int) K, 31).of(Role.TRAIN, (int) N);
    try (LocalWorkers workers =
        Shards.local(rows, new Placement(7, WORKERS), Backends.choose("auto", "plain"))) {
      Prepared prepared =
          Descent.preparation(
                  options.settings().kernel(), options.settings().precision(), Storage.DENSE)
              .run(workers);
      SystemRun<?> run = new SystemRun<>(options.spec(), prepared);
      Plan.Steps steps = run.plan().work().steps();
      List<Costs> epochs = epochs(run, prepared, workers);
      double factors = features == 0 ? steps.factorBytes() : 0; // sums pass the driver by
      Percentage about = Percentage.withPercentage(25);
      assertThat(bytes(epochs.get(0))).isCloseTo(steps.driverBytes() + factors, about);
      assertThat(bytes(epochs.get(1))).isCloseTo(steps.driverBytes() - steps.rowBytes(), about);
    }
  }

  private static double bytes(Costs costs) {
    return costs.communication().broadcastBytes() + costs.communication().gatheredBytes();
  }

  /** Steps of the first epoch whose factor is not there; with it the next of every home is made. */
  private static int findingNoFactor(double count) {
    Blocks blocks = Blocks.ofColumns(1, (int) Math.ceil(count), WORKERS);
    List<Integer> order = blocks.order(7, 1);
    Set<Integer> known = new HashSet<>();
    int steps = 0;
    for (int at = 0; at < order.size(); at++) {
      if (!known.contains(order.get(at))) {
        known.addAll(blocks.round(order, at));
        steps++;
      }
    }
    return steps;
  }

  /** Directions known at blocks of these numbers, less than 10, together. */
  private static double directions(double from, double to) {
    return DoubleStream.iterate(from, known -> known < to, known -> known + 1).sum();
  }

  /** What leaves the driver for a block hardly depends on the number of workers. */
  @ParameterizedTest
  @CsvSource({"0, 2", "0, 8", "0, 32", "1400, 2", "1400, 8", "1400, 32"})
  void theDriverSendsABlockOnce(int landmarks, int workers) {
    int n = 3200;
    int d = 20;
    int b = 700;
    Records records = new Records(d, false, (int) K, 31);
    RunOptions fullKernel = RunOptions.of(new Gaussian(3), b, 2).withBudgets(0, 0);
    RunOptions options =
        landmarks == 0 ? fullKernel : fullKernel.withSystem(EverySystem.nystrom(landmarks, 1e-3));
    List<Costs> epochs = run(options, Storage.DENSE, records.of(Role.TRAIN, n), workers);
    double blocks = landmarks == 0 ? Math.ceil((double) n / b) : (double) landmarks / b;
    double block = b * (4.0 * d + 8 * K + 8 * K);
    for (Costs epoch : epochs) {
      assertThat(epoch.communication().broadcastBytes() / blocks)
          .isLessThanOrEqualTo(2 * block + 4096 * workers);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void absoluteDistances(boolean sparse) {
    List<Costs> epochs = run(RunOptions.of(new Laplacian(1), 100, 1).withBudgets(0, ALL), sparse);
    double pairs = N * (N + 100);
    if (sparse) {
      // A record has every feature but the first with chance 1/2: two meet in a quarter of those.
      double meetings = 1 + (D - 1) / 4;
      assertThat(epochs.get(0).kernel().flops())
          .isCloseTo(2 * meetings * pairs, Percentage.withPercentage(5));
    } else {
      assertThat(epochs.get(0).kernel().flops()).isCloseTo(3 * D * pairs, ROUNDING);
    }
  }

  private static void check(
      Costs costs,
      double kernel,
      double gram,
      double factor,
      double b,
      double columns,
      double products) {
    assertThat(costs.kernel().flops()).isCloseTo(kernel, ROUNDING);
    assertThat(costs.gram().flops()).isCloseTo(gram, ROUNDING);
    assertThat(costs.factor().flops()).isCloseTo(factor, ROUNDING);
    assertThat(costs.solve().flops()).isCloseTo(2 * b * columns * K, ROUNDING);
    assertThat(costs.residual().flops()).isCloseTo(2 * products * K, ROUNDING);
    assertThat(costs.other().flops()).isZero();
    assertThat(costs.kernel().seconds()).isNotNegative();
  }

  private static void checkBytes(Costs costs, double broadcast, double gathered) {
    assertThat((double) costs.communication().broadcastBytes()).isCloseTo(broadcast, ROUNDING);
    assertThat((double) costs.communication().gatheredBytes()).isCloseTo(gathered, ROUNDING);
  }

  private static List<Costs> run(RunOptions options, boolean sparse) {
    Records records = new Records((int) D, sparse, (int) K, 31);
    List<Instance> instances = new ArrayList<>(records.of(Role.TRAIN, (int) N));
    instances.addAll(records.of(Role.TEST, 20));
    return run(options, sparse ? Storage.SPARSE : Storage.DENSE, instances, WORKERS);
  }

  /** The costs of every epoch. */
  private static List<Costs> run(
      RunOptions options, Storage storage, List<Instance> instances, int count) {
    try (LocalWorkers workers =
        Shards.local(instances, new Placement(7, count), Backends.choose("auto", "plain"))) {
      Prepared prepared =
          Descent.preparation(options.settings().kernel(), options.settings().precision(), storage)
              .run(workers);
      return epochs(new SystemRun<>(options.spec(), prepared), prepared, workers);
    }
  }

  private static List<Costs> epochs(SystemRun<?> run, Prepared prepared, Workers workers) {
    SystemRunState state = run.start(run.plan(), new MeteredWorkers(workers));
    List<Costs> epochs = new ArrayList<>();
    MeteredWorkers metered = new MeteredWorkers(workers);
    while (!run.done(state)) {
      state = run.step(state, metered);
      if (state.progress().curve().size() > epochs.size()) {
        epochs.add(metered.costs());
        metered = new MeteredWorkers(workers);
      }
    }
    return epochs;
  }
}
