package org.filbert.landmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.filbert.data.DenseRows;
import org.filbert.data.Role;
import org.filbert.data.Rows;
import org.filbert.data.Sample;
import org.filbert.data.SparseRows;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.KernelBlocks;
import org.filbert.kernel.Linear;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.shard.ShardState;
import org.filbert.workers.LocalWorkers;
import org.filbert.workers.Matrices;
import org.filbert.workers.MeteredWorkers;
import org.filbert.workers.Recipients;
import org.filbert.workers.SumTask;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;
import org.filbert.workers.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class LandmarksTest {
  private static final Backend BACKEND = Backends.choose("java", "plain");
  private static final int ROWS = 400;
  private static final Kernel KERNEL = new Gaussian(0.7);

  /** Nine rows in ten stand in one small heap, the others far apart. */
  private static double[] row(int position) {
    Random random = new Random(position);
    double spread = position % 10 == 0 ? 2 : 0.01;
    return new double[] {
      (float) (spread * random.nextGaussian()), (float) (spread * random.nextGaussian())
    };
  }

  private static Rows rows(List<Integer> positions, Precision precision, boolean sparse) {
    double[] values = positions.stream().flatMapToDouble(p -> Arrays.stream(row(p))).toArray();
    if (!sparse) {
      return new DenseRows(Matrix.of(precision, positions.size(), 2, values));
    }
    int[] starts = IntStream.rangeClosed(0, positions.size()).map(i -> 2 * i).toArray();
    int[] columns = IntStream.range(0, values.length).map(t -> t % 2).toArray();
    return new SparseRows(precision, 2, starts, columns, values);
  }

  private static LocalWorkers workers(int count, Precision precision, boolean sparse) {
    List<Worker> workers = new ArrayList<>();
    for (int w = 0; w < count; w++) {
      List<Integer> positions = new ArrayList<>();
      for (int position = ROWS - 1 - w; position >= 0; position -= count) {
        positions.add(position);
      }
      Worker worker = new Worker(w, count, BACKEND);
      worker.put(
          ShardState.TRAIN,
          new Sample(
              Role.TRAIN,
              rows(positions, precision, sparse),
              Matrix.zeros(Precision.DOUBLE, positions.size(), 1),
              new int[0],
              positions.stream().mapToLong(Integer::longValue).toArray()));
      workers.add(worker);
    }
    return new LocalWorkers(workers);
  }

  private static Landmarks uniform(int workerCount, int count, long seed, boolean sparse) {
    try (LocalWorkers workers = workers(workerCount, Precision.SINGLE, sparse)) {
      return Landmarks.uniform(workers, count, seed);
    }
  }

  private static Landmarks pivoted(int workerCount, int count, Precision precision) {
    try (LocalWorkers workers = workers(workerCount, precision, false)) {
      return Landmarks.pivoted(workers, KERNEL, count, 5);
    }
  }

  private static void assertRowsOfPositions(Landmarks landmarks) {
    assertThat(landmarks.x().count()).isEqualTo(landmarks.positions().length);
    for (int i = 0; i < landmarks.positions().length; i++) {
      assertThat(landmarks.x().row(i)).isEqualTo(row((int) landmarks.positions()[i]));
    }
    assertThat(landmarks.positions()).doesNotHaveDuplicates();
  }

  @Test
  void uniformLandmarksDependOnSeedAndPositionsAlone() {
    Landmarks one = uniform(1, 50, 3, false);
    assertRowsOfPositions(one);
    for (int workerCount : new int[] {2, 3, 7}) {
      for (boolean sparse : new boolean[] {false, true}) {
        Landmarks other = uniform(workerCount, 50, 3, sparse);
        assertRowsOfPositions(other);
        assertThat(other.positions()).isEqualTo(one.positions());
      }
    }
    assertThat(uniform(1, 50, 4, false).positions()).isNotEqualTo(one.positions());
    assertThat(uniform(2, 20, 3, false).positions()).isEqualTo(Arrays.copyOf(one.positions(), 20));
  }

  /** Candidates that answer, for all workers together. */
  private static final class CountingWorkers implements Workers {
    private final LocalWorkers behind;
    private final AtomicInteger candidates = new AtomicInteger();

    CountingWorkers(LocalWorkers behind) {
      this.behind = behind;
    }

    @Override
    public int count() {
      return behind.count();
    }

    @Override
    public <R> List<R> run(Task<R> task, Recipients recipients) {
      List<R> answers = behind.run(task, recipients);
      for (R answer : answers) {
        if (answer instanceof List<?> list) {
          candidates.addAndGet(list.size());
        }
      }
      return answers;
    }

    @Override
    public Matrices total(Task<Matrices> summand) {
      return behind.total(summand);
    }

    @Override
    public <R> List<R> combine(Task<Matrices> summand, Recipients recipients, SumTask<R> next) {
      return behind.combine(summand, recipients, next);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 8})
  void onlyTheChosenRowsAndAboutAsManyCandidatesTravel(int workerCount) {
    int count = 100;
    try (LocalWorkers workers = workers(workerCount, Precision.SINGLE, false)) {
      MeteredWorkers metered = new MeteredWorkers(workers);
      Landmarks.uniform(metered, count, 3);
      assertThat(metered.costs().communication().gatheredBytes()).isEqualTo(count * 2 * 4);
      assertThat(metered.costs().communication().broadcastBytes()).isZero();
      CountingWorkers counting = new CountingWorkers(workers);
      Landmarks.uniform(counting, count, 3);
      assertThat(counting.candidates.get()).isBetween(count, count + 10 * 10);
    }
  }

  @Test
  void ownersAreTheWorkersThatHaveTheRows() {
    Landmarks landmarks = uniform(3, 50, 3, false);
    for (int i = 0; i < 50; i++) {
      // worker w has the positions ROWS - 1 - w, ROWS - 1 - w - 3, ...
      assertThat(landmarks.owners()[i]).isEqualTo((int) (ROWS - 1 - landmarks.positions()[i]) % 3);
    }
  }

  @Test
  void theirOrderDoesNotDependOnTheSpreadOfRows() {
    long[] expected = arranged(1);
    assertThat(arranged(4)).isEqualTo(expected);
    assertThat(expected).isNotEqualTo(uniform(1, 60, 3, false).positions());
  }

  private static long[] arranged(int workerCount) {
    try (LocalWorkers workers = workers(workerCount, Precision.DOUBLE, false)) {
      return Landmarks.uniform(workers, 60, 3).arranged(workers, KERNEL, 10).positions();
    }
  }

  @Test
  void uniformLandmarksAreUniform() {
    int draws = 400;
    int[] chosen = new int[ROWS];
    for (int seed = 0; seed < draws; seed++) {
      for (long position : uniform(2, 100, seed, false).positions()) {
        chosen[(int) position]++;
      }
    }
    // Binomial with mean 100 and deviation 8.7.
    assertThat(Arrays.stream(chosen).max().orElseThrow()).isLessThan(140);
    assertThat(Arrays.stream(chosen).min().orElseThrow()).isGreaterThan(60);
  }

  @Test
  void allRowsCanBeLandmarksButNoMore() {
    assertRowsOfPositions(uniform(3, ROWS, 3, false));
    assertRowsOfPositions(pivoted(3, ROWS, Precision.DOUBLE));
    assertThatThrownBy(() -> uniform(3, ROWS + 1, 3, false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("401 landmarks of 400 training rows, must be at most as many");
    assertThatThrownBy(() -> pivoted(3, ROWS + 1, Precision.DOUBLE))
        .hasMessage("401 landmarks of 400 training rows, must be at most as many");
    assertThatThrownBy(() -> uniform(1, 0, 3, false)).hasMessage("0 landmarks, must be 1 or more");
  }

  @Test
  void pivotedLandmarksDoNotDependOnTheSpreadOfRows() {
    Landmarks one = pivoted(1, 40, Precision.DOUBLE);
    assertRowsOfPositions(one);
    assertThat(pivoted(3, 40, Precision.DOUBLE).positions()).isEqualTo(one.positions());
  }

  @ParameterizedTest
  @EnumSource(Precision.class)
  void pivotedLandmarksApproximateBetterThanUniformOnes(Precision precision) {
    int count = 40;
    double pivoted = traceError(pivoted(2, count, precision).x());
    double uniform = 0;
    for (int seed = 0; seed < 10; seed++) {
      uniform += traceError(uniform(2, count, seed, false).x()) / 10;
    }
    assertThat(pivoted).isLessThan(0.1 * uniform);
  }

  @Test
  void residualsAreThoseOfTheNystromApproximation() {
    try (LocalWorkers workers = workers(2, Precision.DOUBLE, false)) {
      workers.gather(new PivotTasks.Start(KERNEL));
      Landmarks first = Landmarks.uniform(workers, 10, 1);
      Rows old = first.x().slice(0, 6);
      workers.gather(new PivotTasks.Deflate(KERNEL, old, Arrays.copyOf(first.positions(), 6)));
      workers.gather(
          new PivotTasks.Deflate(KERNEL, first.x(), Arrays.copyOfRange(first.positions(), 6, 10)));
      double trace =
          workers
              .gather(worker -> Arrays.stream(worker.get(PivotTasks.RESIDUALS).toArray()).sum())
              .stream()
              .mapToDouble(Double::doubleValue)
              .sum();
      assertThat(trace).isCloseTo(traceError(first.x()), within(1e-3));
    }
  }

  @Test
  void pivotsOfADotKernelWithAZeroRow() {
    try (LocalWorkers workers = workers(2, Precision.SINGLE, true)) {
      Landmarks landmarks = Landmarks.pivoted(workers, new Linear(), 30, 2);
      assertRowsOfPositions(landmarks);
      assertThat(workers.gather(worker -> worker.find(PivotTasks.RESIDUALS) == null))
          .containsOnly(true);
    }
  }

  /** Σ κ(x, x) - k(x)ᵀ K_SS⁻¹ k(x) over all rows. */
  private static double traceError(Rows landmarks) {
    Rows all = rows(IntStream.range(0, ROWS).boxed().toList(), Precision.DOUBLE, false);
    int p = landmarks.count();
    Matrix a = Matrix.zeros(Precision.DOUBLE, p, p);
    Matrix k = Matrix.zeros(Precision.DOUBLE, p, ROWS);
    try (KernelBlocks blocks = new KernelBlocks(KERNEL, Precision.DOUBLE, BACKEND)) {
      blocks.fill(landmarks, landmarks, a);
      blocks.fill(landmarks, all, k);
    }
    for (int i = 0; i < p; i++) {
      a.set(i, i, a.get(i, i) + 1e-8);
    }
    BACKEND.blas().cholesky(a);
    Matrix solved = k.copy(Precision.DOUBLE);
    BACKEND.blas().solveCholesky(a, solved);
    double trace = ROWS;
    for (int i = 0; i < p; i++) {
      for (int j = 0; j < ROWS; j++) {
        trace -= k.get(i, j) * solved.get(i, j);
      }
    }
    return trace;
  }
}
