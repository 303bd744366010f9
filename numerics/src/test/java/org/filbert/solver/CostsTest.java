package org.filbert.solver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import org.assertj.core.data.Percentage;
import org.filbert.cache.CacheBudget;
import org.filbert.cost.Costs;
import org.filbert.data.Instance;
import org.filbert.data.Placement;
import org.filbert.data.Role;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Laplacian;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Precision;
import org.filbert.shard.Prepared;
import org.filbert.testing.Descent;
import org.filbert.testing.Records;
import org.filbert.testing.Shards;
import org.filbert.testing.Trainings;
import org.filbert.train.Solver;
import org.filbert.train.Storage;
import org.filbert.workers.LocalWorkers;
import org.filbert.workers.MeteredWorkers;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Counted operations and bytes are those of docs/costs.md. */
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
    boolean kept = budget > 0;
    List<Costs> epochs =
        run(
            new FullKernelDescent(
                Trainings.withBudgets(
                    Trainings.options(new Gaussian(1), (int) b, 2), budget, budget)),
            false);
    check(epochs.get(0), 2 * N * N * D + 2 * N * b * D, 0, N * b * b / 3, b, N, N * N);
    checkBytes(epochs.get(0), WORKERS * N * (2 * ROW + 16 * K) + 8 * K * N, N * (2 * ROW + 24 * K));
    if (kept) {
      check(epochs.get(1), 0, 0, 0, b, N, N * N);
      checkBytes(epochs.get(1), WORKERS * N * (ROW + 16 * K), N * (ROW + 16 * K));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, ALL})
  void randomFeatures(long budget) {
    double p = 512;
    double b = 128;
    var columns = new ColumnDescent.Columns.Fourier((int) p, RandomFourier.Form.COSINE);
    checkColumns(columns, p, b, 0, budget);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, ALL})
  void nystrom(long budget) {
    double p = 300;
    double b = 100;
    var columns = new ColumnDescent.Columns.Nystrom((int) p, ColumnDescent.Sampling.UNIFORM, 1e-3);
    checkColumns(columns, p, b, 2 * b * p * D, budget);
  }

  private static void checkColumns(
      ColumnDescent.Columns columns, double p, double b, double penalty, long budget) {
    boolean kept = budget > 0;
    List<Costs> epochs =
        run(
            new ColumnDescent(
                new ColumnDescent.Options(
                    new Gaussian(1),
                    Precision.SINGLE,
                    columns,
                    new Ridge(0.1, false),
                    (int) b,
                    2,
                    0,
                    0,
                    CacheBudget.ofMemory(budget),
                    budget,
                    7)),
            false);
    double gram = N * b * p + 2 * N * p * K;
    double generation = (kept ? 2 : 6) * N * p * D + penalty;
    check(epochs.get(0), generation, gram, b * b * p / 3, b, p, 2 * N * p);
    checkBytes(
        epochs.get(0),
        WORKERS * (24 * p * K + 8 * p * (b + 2 * K) + 8 * K * directions(0, p / b)),
        WORKERS * (8 * p * K + 8 * p * (b + K) + 8 * K * directions(1, p / b + 1)) + 8 * p * K);
    if (kept) {
      check(epochs.get(1), 0, 0, 0, b, p, 2 * N * p);
      checkBytes(
          epochs.get(1),
          WORKERS * (24 * p * K + 8 * K * directions(p / b, 2 * p / b)),
          WORKERS * (8 * p * K + 8 * K * directions(p / b + 1, 2 * p / b + 1)) + 8 * p * K);
    }
  }

  /** Directions known at blocks of these numbers, less than 10, together. */
  private static double directions(double from, double to) {
    return DoubleStream.iterate(from, known -> known < to, known -> known + 1).sum();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void absoluteDistances(boolean sparse) {
    List<Costs> epochs =
        run(
            new FullKernelDescent(
                Trainings.withBudgets(Trainings.options(new Laplacian(1), 100, 1), 0, ALL)),
            sparse);
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

  private static <S extends Solver.State> List<Costs> run(Solver<S> solver, boolean sparse) {
    List<Instance> instances =
        new ArrayList<>(new Records((int) D, sparse, (int) K, 31).of(Role.TRAIN, (int) N));
    instances.addAll(new Records((int) D, sparse, (int) K, 31).of(Role.TEST, 20));
    Storage storage = sparse ? Storage.SPARSE : Storage.DENSE;
    try (LocalWorkers workers =
        Shards.local(instances, new Placement(7, WORKERS), Backends.choose("auto", "plain"))) {
      Prepared prepared =
          Descent.preparation(new Gaussian(1), Precision.SINGLE, storage).run(workers);
      S state = solver.start(prepared, new MeteredWorkers(workers)); // not an epoch's costs
      List<Costs> epochs = new ArrayList<>();
      MeteredWorkers metered = new MeteredWorkers(workers);
      while (!solver.done(state)) {
        state = solver.step(state, metered);
        if (state.progress().curve().size() > epochs.size()) {
          epochs.add(metered.costs());
          metered = new MeteredWorkers(workers);
        }
      }
      return epochs;
    }
  }
}
