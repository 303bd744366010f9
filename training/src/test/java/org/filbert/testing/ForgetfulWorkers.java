package org.filbert.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.filbert.workers.Key;
import org.filbert.workers.Matrices;
import org.filbert.workers.Recipients;
import org.filbert.workers.SumTask;
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
  public <R> List<R> run(Task<R> task, Recipients recipients) {
    List<R> answers =
        recipients.of(count()).stream().map(index -> task.run(workers.get(index))).toList();
    forget();
    return answers;
  }

  @Override
  public Matrices total(Task<Matrices> summand) {
    List<Matrices> parts = gather(summand);
    parts.subList(1, parts.size()).forEach(parts.get(0)::add);
    return parts.get(0);
  }

  /** Forgets between the summand and the next task too. */
  @Override
  public <R> List<R> combine(Task<Matrices> summand, Recipients recipients, SumTask<R> next) {
    Matrices sum = total(summand);
    return run(worker -> next.run(worker, recipients.share(worker.index(), sum)), recipients);
  }

  private void forget() {
    for (int i = 0; i < workers.size(); i++) {
      if (random.nextInt(3) == 0) {
        Worker old = workers.get(i);
        Worker fresh = new Worker(i, workers.size(), old.backend());
        fresh.restore(Key.Tier.CONSTANT, old.parts(Key.Tier.CONSTANT));
        fresh.restore(Key.Tier.STORED, old.parts(Key.Tier.STORED));
        workers.set(i, fresh);
        failures++;
      }
    }
  }

  @Override
  public void close() {
    workers.forEach(Worker::close);
  }
}
