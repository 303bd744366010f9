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
  void sumsAreTakenInWorkerOrder() {
    double[] parts = {1e16, 1, -1e16};
    try (LocalWorkers workers = workers(3)) {
      Matrix sum =
          workers.sum(
              worker -> Matrix.of(Precision.DOUBLE, 1, 2, parts[worker.index()], worker.index()));
      assertThat(sum.toArray()).containsExactly(((1e16 + 1) - 1e16), 3);
    }
  }

  @Test
  void summandsOfAnotherShapeAreRefused() {
    try (LocalWorkers workers = workers(2)) {
      assertThatThrownBy(() -> workers.sum(w -> Matrix.zeros(Precision.DOUBLE, 1, 2 + w.index())))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("a sum of matrices 1 x 2 double and 1 x 3 double");
    }
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
