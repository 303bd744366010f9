package org.filbert.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OrderedTasksTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 8})
  void aTaskSeesWhatThoseItWaitedForHaveWritten(int threads) {
    long[] sums = new long[200];
    OrderedTasks.run(
        threads,
        sums.length,
        (task, all) -> {
          sums[task] = 1;
          for (int p = 0; p < task; p++) {
            all.await(p);
            sums[task] += p % 3 == 0 ? sums[p] % 1000 : 0;
          }
        });
    for (int task = 0; task < sums.length; task++) {
      long sum = 1;
      for (int p = 0; p < task; p += 3) {
        sum += sums[p] % 1000;
      }
      assertThat(sums[task]).isEqualTo(sum);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void aFailureEndsAllAndIsThrown(int threads) {
    AtomicInteger begun = new AtomicInteger();
    IllegalStateException failure = new IllegalStateException("task 5");
    assertThatThrownBy(
            () ->
                OrderedTasks.run(
                    threads,
                    100,
                    (task, all) -> {
                      begun.incrementAndGet();
                      if (task == 5) {
                        throw failure;
                      }
                      if (task > 5) {
                        all.await(5);
                        throw new AssertionError("goes on after a failure");
                      }
                    }))
        .isSameAs(failure);
    assertThat(begun.get()).isLessThan(6 + threads);
  }

  @Test
  void anInterruptedCallerWaitsNoLonger() {
    Thread caller = Thread.currentThread();
    CountDownLatch stopped = new CountDownLatch(1);
    assertThatThrownBy(
            () ->
                OrderedTasks.run(
                    2,
                    2,
                    (task, all) -> {
                      if (Thread.currentThread() == caller) {
                        Thread.currentThread().interrupt();
                        try {
                          all.await(1 - task);
                        } finally {
                          stopped.countDown();
                        }
                      } else {
                        hold(stopped);
                      }
                    }))
        .isInstanceOf(CancellationException.class)
        .hasMessage("interrupted");
    assertThat(Thread.interrupted()).isTrue();
  }

  private static void hold(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void noTasksAreDoneAtOnce() {
    OrderedTasks.run(3, 0, (task, all) -> assertThat(task).isNegative());
  }
}
