package org.filbert.testing;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.filbert.linalg.Matrix;
import org.filbert.workers.Key;
import org.filbert.workers.Matrices;
import org.filbert.workers.Recipients;
import org.filbert.workers.SumTask;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;
import org.filbert.workers.Workers;

/**
 * Workers that all fail at one moment: what can be made again is lost, what is stored comes back as
 * a copy. Moments are the ends of supersteps, and those between the two halves of a sum.
 */
public final class FailingWorkers implements Workers, AutoCloseable {
  private final List<Worker> workers;
  private int moment;
  private int failAt = -1;

  public FailingWorkers(List<Worker> workers) {
    this.workers = new ArrayList<>(workers);
  }

  /** Moments so far. */
  public int moments() {
    return moment;
  }

  /** Has all workers fail at a moment that is still to come, counted from now. */
  public void failAt(int moments) {
    failAt = moment + moments;
  }

  /** Has a worker fail now. */
  public void fail(int index) {
    Worker old = workers.get(index);
    Worker fresh = new Worker(index, workers.size(), old.backend());
    fresh.restore(Key.Tier.CONSTANT, old.parts(Key.Tier.CONSTANT));
    Map<String, Object> stored = new TreeMap<>();
    old.parts(Key.Tier.STORED).forEach((name, value) -> stored.put(name, copy(value)));
    fresh.restore(Key.Tier.STORED, stored);
    workers.set(index, fresh);
    old.parts(Key.Tier.REBUILT).keySet().stream()
        .map(name -> Key.rebuilt(name, Object.class))
        .forEach(old::remove);
  }

  private void passMoment() {
    if (moment == failAt) {
      for (int i = 0; i < workers.size(); i++) {
        fail(i);
      }
    }
    moment++;
  }

  /** A copy of matrices, arrays, lists and of records of these; anything else does not change. */
  private static Object copy(Object value) {
    if (value instanceof Matrix matrix) {
      return matrix.copy(matrix.precision());
    }
    if (value instanceof double[] numbers) {
      return numbers.clone();
    }
    if (value instanceof List<?> parts) {
      return parts.stream().map(FailingWorkers::copy).toList();
    }
    return value instanceof Record part ? copyOf(part) : value;
  }

  private static Record copyOf(Record part) {
    RecordComponent[] components = part.getClass().getRecordComponents();
    try {
      Object[] copies = new Object[components.length];
      for (int i = 0; i < copies.length; i++) {
        components[i].getAccessor().setAccessible(true);
        copies[i] = copy(components[i].getAccessor().invoke(part));
      }
      Constructor<? extends Record> constructor =
          part.getClass()
              .getDeclaredConstructor(
                  Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
      constructor.setAccessible(true);
      return constructor.newInstance(copies);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("could not copy " + part, e);
    }
  }

  @Override
  public int count() {
    return workers.size();
  }

  @Override
  public <R> List<R> run(Task<R> task, Recipients recipients) {
    List<R> answers = new ArrayList<>();
    for (int index : recipients.of(count())) {
      answers.add(task.run(workers.get(index)));
    }
    passMoment();
    return answers;
  }

  @Override
  public Matrices total(Task<Matrices> summand) {
    return Matrices.sum(gather(summand));
  }

  @Override
  public <R> List<R> combine(Task<Matrices> summand, Recipients recipients, SumTask<R> next) {
    try (Matrices sum = total(summand)) {
      return run(worker -> next.run(worker, recipients.share(worker.index(), sum)), recipients);
    }
  }

  @Override
  public void close() {
    workers.forEach(Worker::close);
  }
}
