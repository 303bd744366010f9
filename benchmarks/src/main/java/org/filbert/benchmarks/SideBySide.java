package org.filbert.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;

/** Threads that do the same work side by side, as the slots of a cluster do. */
final class SideBySide implements AutoCloseable {
  private final int count;
  private final ExecutorService threads;

  SideBySide(int count) {
    this.count = count;
    this.threads = Executors.newFixedThreadPool(count);
  }

  int count() {
    return count;
  }

  /** Seconds until every thread has done the work, which is given the thread's number. */
  double seconds(IntConsumer work) throws Exception {
    List<Callable<Object>> tasks = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int thread = i;
      tasks.add(Executors.callable(() -> work.accept(thread)));
    }
    long start = System.nanoTime();
    for (Future<Object> done : threads.invokeAll(tasks)) {
      done.get();
    }
    return (System.nanoTime() - start) / 1e9;
  }

  @Override
  public void close() {
    threads.shutdown();
  }
}
