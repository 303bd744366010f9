package org.filbert.linalg;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * Numbered tasks on several threads, the caller's among them. They are begun in the order of their
 * numbers, and one may wait for others with smaller numbers, which have all been begun: so somebody
 * always gets on. What a task computes does not depend on the number of threads if it waits for
 * whatever it reads.
 *
 * <p>Between tasks, and while they wait, the interruption of the calling thread is heeded.
 */
public final class OrderedTasks {
  /** Does a task, and may ask to wait. */
  public interface Work {
    void run(int task, OrderedTasks all);
  }

  private final Thread caller = Thread.currentThread();
  private final Work work;
  private final boolean[] done;
  private int next;
  private @Nullable Throwable failure;

  private OrderedTasks(int count, Work work) {
    this.work = work;
    this.done = new boolean[count];
  }

  /**
   * Returns when all tasks are done, or throws what the first one to fail has thrown.
   *
   * @throws CancellationException if the calling thread is interrupted, which it stays
   */
  public static void run(int threads, int count, Work work) {
    OrderedTasks tasks = new OrderedTasks(count, work);
    List<Thread> helpers = new ArrayList<>();
    for (int i = 1; i < Math.min(threads, count); i++) {
      Thread helper = new Thread(tasks::work, "filbert-linalg-" + i);
      helper.setDaemon(true);
      helper.start();
      helpers.add(helper);
    }
    tasks.work();
    helpers.forEach(OrderedTasks::join);
    tasks.throwFailure();
  }

  private void work() {
    for (int task = take(); task >= 0; task = take()) {
      try {
        work.run(task, this);
        finish(task, null);
      } catch (Throwable e) {
        finish(task, e);
      }
    }
  }

  private synchronized int take() {
    if (caller.isInterrupted()) {
      stop(new CancellationException("interrupted"));
    }
    return failure == null && next < done.length ? next++ : -1;
  }

  private synchronized void finish(int task, @Nullable Throwable thrown) {
    done[task] = true;
    if (thrown != null) {
      stop(thrown);
    }
    notifyAll();
  }

  private synchronized void stop(Throwable reason) {
    if (failure == null) {
      failure = reason;
      notifyAll();
    }
  }

  /** Waits until a task with a smaller number than the asking one's is done. */
  public synchronized void await(int task) {
    while (!done[task] && failure == null) {
      try {
        wait();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        stop(new CancellationException("interrupted"));
      }
    }
    if (failure != null) {
      throw new CancellationException("another task has failed");
    }
  }

  private synchronized void throwFailure() {
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure instanceof RuntimeException exception) {
      throw exception;
    }
  }

  /** Helpers end soon after the caller: its memory is in use until then. */
  private static void join(Thread helper) {
    boolean interrupted = false;
    while (helper.isAlive()) {
      try {
        helper.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
