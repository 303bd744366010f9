package org.filbert.workers;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Workers in this JVM, with one thread each: the reference that every engine matches bit for bit.
 *
 * <p>If a task fails, all other tasks of its superstep finish; then the first failure in worker
 * order is thrown. Closing releases the workers' states once no task is running.
 */
public final class LocalWorkers implements Workers, AutoCloseable {
  private final List<Worker> workers;
  private final ExecutorService threads;

  public LocalWorkers(List<Worker> workers) {
    this.workers = List.copyOf(workers);
    this.threads =
        Executors.newFixedThreadPool(
            workers.size(),
            task -> {
              Thread thread = new Thread(task, "worker");
              thread.setDaemon(true);
              return thread;
            });
  }

  @Override
  public int count() {
    return workers.size();
  }

  @Override
  public <R> List<R> run(Task<R> task, Recipients recipients) {
    return onThreads(recipients, task);
  }

  @Override
  public Matrices total(Task<Matrices> summand) {
    return Matrices.sum(gather(summand));
  }

  @Override
  public <R> List<R> combine(Task<Matrices> summand, Recipients recipients, SumTask<R> next) {
    recipients.of(count());
    try (Matrices sum = total(summand)) {
      return onThreads(
          recipients, worker -> next.run(worker, recipients.share(worker.index(), sum)));
    }
  }

  private <R> List<R> onThreads(Recipients recipients, Task<R> task) {
    List<Callable<R>> calls = new ArrayList<>();
    for (int index : recipients.of(count())) {
      calls.add(() -> task.run(workers.get(index)));
    }
    try {
      List<R> results = new ArrayList<>();
      for (Future<R> result : threads.invokeAll(calls)) {
        results.add(result.get());
      }
      return results;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted during a superstep", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException("superstep failed", e.getCause());
    }
  }

  @Override
  public void close() {
    threads.shutdown();
    // After an interrupted superstep tasks may still use the memory that is released below.
    boolean interrupted = false;
    while (!threads.isTerminated()) {
      try {
        threads.awaitTermination(1, TimeUnit.DAYS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    workers.forEach(Worker::close);
  }
}
