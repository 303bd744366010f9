package org.filbert.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BatcherTest {
  @Test
  void questionsGatherWhileABatchIsAnswered() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch began = new CountDownLatch(1);
    List<Integer> sizes = new ArrayList<>();
    Batcher<Integer, Integer> batcher =
        new Batcher<>(
            "test",
            batch -> {
              sizes.add(batch.size());
              began.countDown();
              await(asked);
              return batch.stream().map(x -> 2 * x).toList();
            },
            8,
            Duration.ZERO);
    CompletableFuture<Integer> first = batcher.answer(100);
    began.await();
    List<CompletableFuture<Integer>> others =
        IntStream.range(0, 10).mapToObj(batcher::answer).toList();
    asked.countDown();
    assertThat(first.get()).isEqualTo(200);
    for (int i = 0; i < 10; i++) {
      assertThat(others.get(i).get()).isEqualTo(2 * i);
    }
    batcher.close();
    assertThat(sizes).containsExactly(1, 8, 2);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aQuestionWaitsForOthers() throws Exception {
    List<Integer> sizes = new ArrayList<>();
    Batcher<Integer, Integer> batcher =
        new Batcher<>(
            "test",
            batch -> {
              sizes.add(batch.size());
              return batch;
            },
            3,
            Duration.ofDays(1));
    List<CompletableFuture<Integer>> answers =
        IntStream.range(0, 6).mapToObj(batcher::answer).toList();
    for (CompletableFuture<Integer> answer : answers) {
      answer.get();
    }
    CompletableFuture<Integer> alone = batcher.answer(7);
    batcher.close();
    assertThat(sizes).containsExactly(3, 3);
    assertThatThrownBy(alone::get).isInstanceOf(CancellationException.class);
  }

  @Test
  void aFailureIsThatOfEachQuestionOfItsBatch() {
    Batcher<Integer, Integer> batcher =
        new Batcher<>(
            "test",
            batch -> {
              if (batch.contains(1)) {
                throw new IllegalArgumentException("one");
              }
              return batch;
            },
            1,
            Duration.ZERO);
    CompletableFuture<Integer> failed = batcher.answer(1);
    CompletableFuture<Integer> fine = batcher.answer(2);
    assertThatThrownBy(failed::join)
        .isInstanceOf(CompletionException.class)
        .hasRootCauseMessage("one");
    assertThat(fine.join()).isEqualTo(2);
    batcher.close();
  }

  /** As Flink does: the queue that takes back what collected an answer is interruptible. */
  @Test
  void itEndsThoughWhoTakesAnAnswerSwallowsTheInterrupt() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch taking = new CountDownLatch(1);
    Batcher<Integer, Integer> batcher =
        new Batcher<>(
            "test",
            batch -> {
              await(asked);
              return batch;
            },
            1,
            Duration.ofDays(1));
    CompletableFuture<Boolean> interrupted =
        batcher
            .answer(1)
            .thenApply(
                answer -> {
                  taking.countDown();
                  try {
                    new CountDownLatch(1).await();
                    return false;
                  } catch (InterruptedException e) {
                    return true;
                  }
                });
    asked.countDown();
    taking.await();
    batcher.close();
    assertThat(interrupted.get()).isTrue();
  }
}
