package org.filbert.linalg;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * Numbered tasks on several threads, the caller's among them. They are begun in the order of their
 * numbers, and one may wait for others with smaller numbers, which have all been begun, so one
 * thread can always proceed. The results do not depend on the number of threads if each task waits
 * for those whose results it reads.
 *
 * <p>An interruption of the calling thread ends the work between tasks, and while they wait.
 */
public final class OrderedTasks {
  /** Runs a task, which may wait for others. */
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
   * Runs all tasks, or throws what the first task to fail has thrown.
   *
   * @throws CancellationException if the calling thread is interrupted; it remains so
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

  /** Waits until a task is done whose number is smaller than that of the caller. */
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

  /** Waits for a helper, which uses the caller's memory until it ends. */
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
