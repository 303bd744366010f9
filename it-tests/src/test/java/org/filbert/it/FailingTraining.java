package org.filbert.it;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.filbert.cost.Phase;
import org.filbert.train.Trained;
import org.filbert.train.Training;
import org.filbert.train.TrainingState;
import org.filbert.workers.Matrices;
import org.filbert.workers.Program;
import org.filbert.workers.Recipients;
import org.filbert.workers.SumTask;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;
import org.filbert.workers.Workers;

/**
 * A training that fails once at each, or at some, of the first tasks of every step. A superstep has
 * one task, or two if a sum goes to workers; the second begins when the sum has arrived.
 *
 * @param name by which failures are counted
 * @param every of so many tasks of a step one fails, in each step others; every task of the
 *     beginning and of the end
 */
record FailingTraining(String name, Training training, int every)
    implements Program<TrainingState, Trained> {
  /** Further tasks rebuild factors that a failure loses; these must not fail forever. */
  private static final int TASKS_OF_A_STEP = 10;

  private static final Set<Place> FAILED = ConcurrentHashMap.newKeySet();

  /**
   * Place of a failure.
   *
   * @param step of the program, counted by its states
   * @param task number within the step
   * @param chosen whether it fails there
   */
  record Place(String name, String step, int task, int victim, boolean chosen) {
    void begin(Worker worker) {
      if (chosen && worker.index() == victim && FAILED.add(this)) {
        throw new IllegalStateException("injected failure at " + this);
      }
    }
  }

  private record Failing<R>(Place place, Task<R> task) implements Task<R> {
    @Override
    public R run(Worker worker) {
      place.begin(worker);
      return task.run(worker);
    }

    @Override
    public Phase phase() {
      return task.phase();
    }

    @Override
    public boolean readsConstants() {
      return task.readsConstants();
    }
  }

  private record FailingSum<R>(Place place, SumTask<R> task) implements SumTask<R> {
    @Override
    public R run(Worker worker, Matrices sum) {
      place.begin(worker);
      return task.run(worker, sum);
    }

    @Override
    public Phase phase() {
      return task.phase();
    }
  }

  /** The workers of one step. */
  private final class Victims implements Workers {
    private final Workers workers;
    private final String step;
    private final int first;
    private final int every;
    private int tasks;

    /** At every task. */
    Victims(Workers workers, String step) {
      this(workers, step, 0, 1);
    }

    /** At one of so many tasks, from the first on. */
    Victims(Workers workers, String step, int first, int every) {
      this.workers = workers;
      this.step = step;
      this.first = first;
      this.every = every;
    }

    private Place next(Recipients recipients) {
      List<Integer> those = recipients.of(workers.count());
      int task = tasks++;
      boolean chosen = task < TASKS_OF_A_STEP && task % every == first;
      return new Place(name, step, task, those.get(task % those.size()), chosen);
    }

    @Override
    public int count() {
      return workers.count();
    }

    @Override
    public <R> List<R> run(Task<R> task, Recipients recipients) {
      return workers.run(new Failing<>(next(recipients), task), recipients);
    }

    @Override
    public Matrices total(Task<Matrices> summand) {
      return workers.total(new Failing<>(next(new Recipients.All()), summand));
    }

    @Override
    public <R> List<R> combine(Task<Matrices> summand, Recipients recipients, SumTask<R> task) {
      return workers.combine(
          new Failing<>(next(new Recipients.All()), summand),
          recipients,
          new FailingSum<>(next(recipients), task));
    }
  }

  /** Number of failures so far. */
  static long failures(String name) {
    return FAILED.stream().filter(place -> place.name().equals(name)).count();
  }

  @Override
  public TrainingState start(Workers workers) {
    return training.start(new Victims(workers, "start"));
  }

  @Override
  public boolean done(TrainingState state) {
    return training.done(state);
  }

  @Override
  public TrainingState step(TrainingState state, Workers workers) {
    int epoch = state.progress().epoch();
    int step = state.progress().step();
    return training.step(
        state, new Victims(workers, epoch + "/" + step, (epoch + step) % every, every));
  }

  @Override
  public Trained finish(TrainingState state, Workers workers) {
    return training.finish(state, new Victims(workers, "finish"));
  }

  @Override
  public List<Class<?>> messages() {
    return Stream.concat(training.messages().stream(), Stream.of(getClass())).toList();
  }
}
