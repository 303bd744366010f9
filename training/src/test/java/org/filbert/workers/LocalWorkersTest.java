package org.filbert.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicBoolean;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.junit.jupiter.api.Test;

class LocalWorkersTest {
  private static final Backend BACKEND = Backends.choose("java", "plain");

  @Test
  void answersComeInWorkerOrder() {
    try (LocalWorkers workers = workers(5)) {
      assertThat(workers.count()).isEqualTo(5);
      assertThat(workers.gather(worker -> worker.index() + " of " + worker.count()))
          .containsExactly("0 of 5", "1 of 5", "2 of 5", "3 of 5", "4 of 5");
    }
  }

  @Test
  void workersWorkAtTheSameTime() {
    CyclicBarrier all = new CyclicBarrier(3);
    try (LocalWorkers workers = workers(3)) {
      assertThat(workers.gather(worker -> await(all))).containsOnly(true);
    }
  }

  @Test
  void oneWorkerAlone() {
    Set<Integer> asked = ConcurrentHashMap.newKeySet();
    try (LocalWorkers workers = workers(3)) {
      assertThat(
              workers.<Integer>at(
                  1,
                  worker -> {
                    asked.add(worker.index());
                    return 10 * worker.index();
                  }))
          .isEqualTo(10);
      assertThat(asked).containsExactly(1);
      for (int wrong : new int[] {-1, 3}) {
        assertThatThrownBy(() -> workers.at(wrong, Worker::index))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessage("worker " + wrong + " of 3");
      }
    }
  }

  /** 1e16, 1, -1e16 of workers 0, 1, 2: the sum depends on the order. */
  private static Matrices summand(Worker worker) {
    double[] parts = {1e16, 1, -1e16};
    double own = parts[worker.index()];
    return Matrices.of(
            Matrix.of(Precision.DOUBLE, 3, 1, own, worker.index(), 7),
            Matrix.of(Precision.SINGLE, 3, 2, 1, 2, 3, 4, 5, worker.index()))
        .andSymmetric(Matrix.of(Precision.DOUBLE, 2, 2, own, Double.NaN, 3, 4));
  }

  private static List<Double> elements(Matrices sum) {
    List<Double> elements = new ArrayList<>();
    for (Matrices.Part part : sum.parts()) {
      Matrix matrix = part.matrix();
      for (int i = 0; i < matrix.rows(); i++) {
        for (int j = 0; j < (part.symmetric() ? i + 1 : matrix.cols()); j++) {
          elements.add(matrix.get(i, j));
        }
      }
    }
    return elements;
  }

  private static final List<Double> SUM =
      List.of((1e16 + 1) - 1e16, 3., 21., 3., 6., 9., 12., 15., 3., (1e16 + 1) - 1e16, 9., 12.);

  @Test
  void sumsAreTakenInWorkerOrderAndGoWhereTheyAreNeeded() {
    try (LocalWorkers workers = workers(3)) {
      Workers.Sum sum = workers.sum(LocalWorkersTest::summand);
      assertThat(elements(sum.get())).isEqualTo(SUM);
      assertThat(sum.everywhere((worker, matrices) -> elements(matrices)))
          .containsExactly(SUM, SUM, SUM);
      assertThat(sum.<Integer>at(2, (worker, matrices) -> elements(matrices).size())).isEqualTo(12);
      assertThat(sum.<Integer>at(2, (worker, matrices) -> worker.index())).isEqualTo(2);
    }
  }

  @Test
  void rowsOfASumGoToTheirOwners() {
    try (LocalWorkers workers = workers(3)) {
      Workers.Sum sum =
          workers.sum(
              worker ->
                  Matrices.of(
                      Matrix.of(Precision.DOUBLE, 3, 2, 1, 2, 3, 4, 5, worker.index()),
                      Matrix.of(Precision.SINGLE, 3, 1, 1, 2, 3)));
      assertThat(sum.byRows(List.of(2, 0, 1), (worker, own) -> elements(own)))
          .containsExactly(List.of(3., 6., 9., 12., 3., 6.), List.of(), List.of(15., 3., 9.));
      assertThatThrownBy(() -> sum.byRows(List.of(2, 1), (worker, own) -> true))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("rows of 2 workers, there are 3");
      assertThatThrownBy(() -> sum.byRows(List.of(2, 1, 1), (worker, own) -> true))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("a sum of [3 x 2 double, 3 x 1 single] for the owners of [2, 1, 1] rows");
      assertThatThrownBy(
              () ->
                  workers
                      .sum(LocalWorkersTest::summand)
                      .byRows(List.of(1, 1, 1), (worker, own) -> true))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("symmetric 2 x 2 double");
    }
  }

  @Test
  void summandsOfAnotherShapeAreRefused() {
    try (LocalWorkers workers = workers(2)) {
      assertThatThrownBy(
              () ->
                  workers
                      .sum(w -> Matrices.of(Matrix.zeros(Precision.DOUBLE, 1, 2 + w.index())))
                      .get())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("a sum of [1 x 2 double] and [1 x 3 double]");
    }
  }

  @Test
  void onlySquareMatricesAreSymmetric() {
    assertThatThrownBy(() -> Matrices.of().andSymmetric(Matrix.zeros(Precision.DOUBLE, 2, 3)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a symmetric matrix of 2 x 3 double");
  }

  @Test
  void theFirstFailureInWorkerOrderComesOutAndTheWorkersLiveOn() {
    try (LocalWorkers workers = workers(3)) {
      assertThatThrownBy(
              () ->
                  workers.gather(
                      worker -> {
                        if (worker.index() > 0) {
                          throw new IllegalArgumentException("worker " + worker.index());
                        }
                        return true;
                      }))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("worker 1");
      assertThat(workers.gather(Worker::index)).containsExactly(0, 1, 2);
    }
  }

  @Test
  void errorsKeepTheirCause() {
    try (LocalWorkers workers = workers(1)) {
      assertThatThrownBy(
              () ->
                  workers.gather(
                      worker -> {
                        throw new AssertionError("broken");
                      }))
          .isInstanceOf(IllegalStateException.class)
          .hasRootCauseMessage("broken");
    }
  }

  @Test
  void closingReleasesWhatTheWorkersHold() {
    Set<Integer> closed = ConcurrentHashMap.newKeySet();
    LocalWorkers workers = workers(3);
    workers.gather(
        worker -> {
          worker.put(
              Key.rebuilt("resource", AutoCloseable.class), () -> closed.add(worker.index()));
          return true;
        });
    workers.close();
    assertThat(closed).containsExactlyInAnyOrder(0, 1, 2);
    assertThatThrownBy(() -> workers.gather(Worker::index)).isInstanceOf(RuntimeException.class);
  }

  @Test
  void closingAfterAnInterruptWaitsForTasksAtWork() throws InterruptedException {
    CountDownLatch atWork = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    AtomicBoolean finished = new AtomicBoolean();
    AtomicBoolean finishedBeforeRelease = new AtomicBoolean();
    Thread driver =
        new Thread(
            () -> {
              LocalWorkers workers = workers(1);
              assertThatThrownBy(
                      () ->
                          workers.gather(
                              worker -> {
                                worker.put(
                                    Key.rebuilt("memory", AutoCloseable.class),
                                    () -> finishedBeforeRelease.set(finished.get()));
                                atWork.countDown();
                                awaitWhateverInterrupts(goOn);
                                finished.set(true);
                                return true;
                              }))
                  .hasMessage("interrupted during a superstep");
              goOn.countDown();
              workers.close();
            });
    driver.start();
    atWork.await();
    driver.interrupt();
    driver.join();
    assertThat(finishedBeforeRelease).isTrue();
  }

  private static LocalWorkers workers(int count) {
    List<Worker> workers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      workers.add(new Worker(i, count, BACKEND));
    }
    return new LocalWorkers(workers);
  }

  private static boolean await(CyclicBarrier barrier) {
    try {
      barrier.await();
      return true;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static void awaitWhateverInterrupts(CountDownLatch latch) {
    while (latch.getCount() > 0) {
      try {
        latch.await();
      } catch (InterruptedException e) {
        Thread.onSpinWait(); // as a native call, which does not notice
      }
    }
  }
}
