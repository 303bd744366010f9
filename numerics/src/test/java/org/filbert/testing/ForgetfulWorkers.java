package org.filbert.testing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.filbert.linalg.Matrix;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;
import org.filbert.workers.Workers;

/**
 * Workers that often fail between two supersteps: a new worker takes over with no more than what
 * the old one had stored. A solver must end with the bits of an undisturbed run.
 */
public final class ForgetfulWorkers implements Workers, AutoCloseable {
  private final List<Worker> workers;
  private final Random random;
  private int failures;

  public ForgetfulWorkers(List<Worker> workers, long seed) {
    this.workers = new ArrayList<>(workers);
    this.random = new Random(seed);
  }

  /** How often a worker has been replaced. */
  public int failures() {
    return failures;
  }

  @Override
  public int count() {
    return workers.size();
  }

  @Override
  public <R> List<R> gather(Task<R> task) {
    List<R> answers = workers.stream().map(task::run).toList();
    for (int i = 0; i < workers.size(); i++) {
      if (random.nextInt(3) == 0) {
        Worker old = workers.get(i);
        Worker fresh = new Worker(i, workers.size(), old.backend());
        fresh.restore(old.stored());
        workers.set(i, fresh);
        failures++;
      }
    }
    return answers;
  }

  @Override
  public Matrix sum(Task<Matrix> task) {
    return gather(task).stream().reduce(ForgetfulWorkers::add).orElseThrow();
  }

  private static Matrix add(Matrix a, Matrix b) {
    double[] sum = a.toArray();
    double[] other = b.toArray();
    Arrays.setAll(sum, i -> sum[i] + other[i]);
    return Matrix.of(a.precision(), a.rows(), a.cols(), sum);
  }

  @Override
  public void close() {
    workers.forEach(Worker::close);
  }
}
