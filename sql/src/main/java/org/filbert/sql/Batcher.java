package org.filbert.sql;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Answers questions in batches, by a thread of its own. Questions gather while the batch before is
 * answered, and as long as the wait allows.
 */
final class Batcher<Q, A> implements AutoCloseable {
  private record Waiting<Q, A>(Q question, CompletableFuture<A> answer, long since) {}

  private final BlockingQueue<Waiting<Q, A>> waiting = new LinkedBlockingQueue<>();
  private final Function<List<Q>, List<A>> answers;
  private final int size;
  private final long wait;
  private final Thread thread;

  /** An interrupt alone would not end the thread: who takes an answer may swallow it. */
  private volatile boolean closed;

  /**
   * @param name of the thread
   * @param answers of a batch, in the order of the questions
   * @param size most questions of a batch
   * @param wait longest time that the first question of a batch waits for others
   */
  Batcher(String name, Function<List<Q>, List<A>> answers, int size, Duration wait) {
    this.answers = answers;
    this.size = size;
    this.wait = wait.toNanos();
    this.thread = new Thread(this::run, name);
    thread.setDaemon(true);
    thread.start();
  }

  /** The answer, once it is there; it fails as its batch does. */
  CompletableFuture<A> answer(Q question) {
    CompletableFuture<A> answer = new CompletableFuture<>();
    waiting.add(new Waiting<>(question, answer, System.nanoTime()));
    return answer;
  }

  private void run() {
    List<Waiting<Q, A>> batch = new ArrayList<>();
    try {
      while (!closed) {
        gather(batch);
        answer(batch);
        batch.clear();
      }
    } catch (InterruptedException e) {
      // closed: those that wait are cancelled
    }
    waiting.drainTo(batch);
    batch.forEach(one -> one.answer.completeExceptionally(new CancellationException("closed")));
  }

  private void gather(List<Waiting<Q, A>> batch) throws InterruptedException {
    Waiting<Q, A> first = waiting.take();
    batch.add(first);
    waiting.drainTo(batch, size - 1);
    while (batch.size() < size) {
      Waiting<Q, A> next =
          waiting.poll(first.since + wait - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (next == null) {
        return;
      }
      batch.add(next);
      waiting.drainTo(batch, size - batch.size());
    }
  }

  private void answer(List<Waiting<Q, A>> batch) {
    @Nullable Throwable failure = null;
    List<A> all = List.of();
    try {
      all = answers.apply(batch.stream().map(Waiting::question).toList());
    } catch (RuntimeException | Error e) {
      failure = e;
    }
    for (int i = 0; i < batch.size(); i++) {
      if (failure == null) {
        batch.get(i).answer.complete(all.get(i));
      } else {
        batch.get(i).answer.completeExceptionally(failure);
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
