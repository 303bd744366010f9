package org.filbert.it;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.workers.Action;
import org.filbert.workers.Key;
import org.filbert.workers.Matrices;
import org.filbert.workers.Program;
import org.filbert.workers.SumTask;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;
import org.filbert.workers.Workers;

/**
 * A program that uses all collective operations. Its bits depend on all previous steps, on their
 * order, and on the workers' state.
 *
 * @param name by which tests observe the program
 * @param large number of rows of the sums in every third step; the others have five
 */
record Collectives(String name, int steps, int large)
    implements Program<Collectives.State, String> {
  /** Observers of tasks by the name of their program, for workers in this JVM. */
  static final Map<String, Watcher> WATCHERS = new ConcurrentHashMap<>();

  private static final Key<Matrix> MEMORY = Key.stored("memory", Matrix.class);
  private static final Key<Tell> TELL = Key.stored("tell", Tell.class);
  private static final Key<double[]> CONSTANT = Key.constant("constant", double[].class);
  private static final int LENGTH = 7;

  interface Watcher {
    /** A worker begins a task. A superstep has two tasks if a sum goes to workers. */
    void begins(Worker worker, int task);

    /** The state of a worker is being written. */
    void written(int worker);
  }

  record State(int step, int tasks, double value) {}

  /** A value that reports when the state of its worker is written. */
  record Tell(String name, int worker) {
    @Override
    public int worker() {
      Watcher watcher = WATCHERS.get(name);
      if (watcher != null) {
        watcher.written(worker);
      }
      return worker;
    }
  }

  /** The program of a task, and the task's number. */
  record Mark(String name, int task) {
    void begin(Worker worker) {
      Watcher watcher = WATCHERS.get(name);
      if (watcher != null) {
        watcher.begins(worker, task);
      }
    }
  }

  record Prepare(Mark mark) implements Action {
    @Override
    public void act(Worker worker) {
      mark.begin(worker);
      worker.put(MEMORY, Matrix.zeros(Precision.DOUBLE, 1, LENGTH));
      double[] constant = new double[4000]; // has its own file in a checkpoint
      Arrays.setAll(constant, i -> (worker.index() + i % 11) / 10.0);
      worker.put(CONSTANT, constant);
      worker.put(TELL, new Tell(mark.name(), worker.index()));
    }
  }

  record Mix(Mark mark, Matrix values) implements Task<Double> {
    @Override
    public Double run(Worker worker) {
      mark.begin(worker);
      return absorb(worker, values);
    }
  }

  /** Reads a constant that is larger than a small answer. */
  record Look(Mark mark, int count) implements Task<double[]> {
    @Override
    public double[] run(Worker worker) {
      mark.begin(worker);
      return Arrays.copyOf(worker.get(CONSTANT), count);
    }

    @Override
    public boolean readsConstants() {
      return true;
    }
  }

  record Part(Mark mark, int rows, boolean symmetric) implements Task<Matrices> {
    @Override
    public Matrices run(Worker worker) {
      mark.begin(worker);
      Matrices parts =
          Matrices.of(
              filled(worker, Precision.DOUBLE, rows, 3),
              filled(worker, Precision.SINGLE, rows, 2),
              filled(worker, Precision.SINGLE, rows, 8).columns(1, 7));
      return symmetric ? parts.andSymmetric(filled(worker, Precision.DOUBLE, rows, rows)) : parts;
    }
  }

  record Take(Mark mark) implements SumTask<Double> {
    @Override
    public Double run(Worker worker, Matrices sum) {
      mark.begin(worker);
      double last = 0;
      for (Matrices.Part part : sum.parts()) {
        last += absorb(worker, lower(part));
      }
      return last;
    }
  }

  private static Matrix lower(Matrices.Part part) {
    Matrix matrix = part.matrix();
    for (int i = 0; part.symmetric() && i < matrix.rows(); i++) {
      for (int j = i + 1; j < matrix.cols(); j++) {
        matrix.set(i, j, matrix.get(j, i));
      }
    }
    return matrix;
  }

  private static double squash(double value) {
    return value / (1 + Math.abs(value));
  }

  private static double absorb(Worker worker, Matrix values) {
    Matrix memory = worker.get(MEMORY);
    double[] constant = worker.get(CONSTANT);
    double[] elements = values.toArray();
    for (int i = 0; i < elements.length; i++) {
      double old = memory.get(0, i % LENGTH);
      double next = squash(1.1 * old + elements[i] + constant[i % constant.length]);
      memory.set(0, i % LENGTH, next);
    }
    return memory.get(0, 0);
  }

  private static Matrix filled(Worker worker, Precision precision, int rows, int cols) {
    double[] memory = worker.get(MEMORY).toArray();
    double[] elements = new double[rows * cols];
    for (int i = 0; i < elements.length; i++) {
      elements[i] = memory[i % LENGTH] * (1 + i % 13) / 3;
    }
    return Matrix.of(precision, rows, cols, elements);
  }

  /** Counts the tasks of a step. */
  private static final class Step {
    private final Collectives program;
    private final Workers workers;
    private int tasks;
    private double value;

    Step(Collectives program, Workers workers, State state) {
      this.program = program;
      this.workers = workers;
      this.tasks = state.tasks();
      this.value = state.value();
    }

    Mark mark() {
      return new Mark(program.name(), tasks++);
    }

    void take(double answer) {
      value = squash(0.7 * value + answer);
    }

    Matrix values(int count) {
      double[] values = new double[count];
      for (int i = 0; i < count; i++) {
        values[i] = value * (i % 5 - 2);
      }
      return Matrix.of(Precision.DOUBLE, 1, count, values);
    }

    void run(int step) {
      int p = workers.count();
      int rows = step % 3 == 1 ? program.large() : 5;
      workers.gather(new Mix(mark(), values(3))).forEach(this::take);
      take(workers.at(step % p, new Mix(mark(), values(4))));
      try (Matrices sum = workers.sum(new Part(mark(), rows, true)).get()) {
        sum.parts().forEach(part -> take(lower(part).row(rows - 1)[0]));
      }
      workers.gather(new Look(mark(), rows * 9)).forEach(look -> take(look[rows % 7]));
      take(workers.at(step % p, new Look(mark(), rows))[3]);
      take(workers.sum(new Part(mark(), rows, true)).at((step + 1) % p, new Take(mark())));
      workers.sum(new Part(mark(), rows, true)).everywhere(new Take(mark())).forEach(this::take);
      workers
          .sum(new Part(mark(), rows, false))
          .byRows(owners(rows, p), new Take(mark()))
          .forEach(this::take);
      workers.gather(new Mix(mark(), values(rows * 100))).forEach(this::take);
    }

    private static List<Integer> owners(int rows, int workers) {
      List<Integer> owners = new ArrayList<>();
      for (int left = workers; left > 0; left--) {
        owners.add(left == 1 ? rows - owners.stream().mapToInt(n -> n).sum() : rows / workers / 2);
      }
      return owners;
    }
  }

  @Override
  public State start(Workers workers) {
    workers.gather(new Prepare(new Mark(name, 0)));
    return new State(0, 1, 1);
  }

  @Override
  public boolean done(State state) {
    return state.step() == steps;
  }

  @Override
  public State step(State state, Workers workers) {
    Step step = new Step(this, workers, state);
    step.run(state.step());
    return new State(state.step() + 1, step.tasks, step.value);
  }

  @Override
  public String finish(State state, Workers workers) {
    return state
        + " "
        + workers.gather(
            new Mix(new Mark(name, state.tasks()), Matrix.zeros(Precision.DOUBLE, 1, 1)));
  }
}
