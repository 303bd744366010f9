package org.filbert.it;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.online.Batch;
import org.filbert.online.Prediction;
import org.filbert.workers.Action;
import org.filbert.workers.Key;
import org.filbert.workers.Matrices;
import org.filbert.workers.Stepped;
import org.filbert.workers.StreamProgram;
import org.filbert.workers.SumAction;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;
import org.filbert.workers.Workers;

/**
 * A stream program whose bits depend on all previous batches, on their order, and on the workers'
 * state.
 */
record Accumulation() implements StreamProgram<Accumulation.State, Batch, Prediction> {
  record State(long steps, double value) {}

  private static final Key<Matrix> MEMORY = Key.stored("memory", Matrix.class);
  private static final Key<double[]> SHARES = Key.constant("shares", double[].class);

  record Absorb(double[] row, double value) implements Task<Double> {
    @Override
    public Double run(Worker worker) {
      double[] memory = worker.get(MEMORY).toArray();
      for (int j = 0; j < memory.length; j++) {
        memory[j] = 0.9 * memory[j] + row[j % row.length] * worker.get(SHARES)[j] + 1e-3 * value;
      }
      worker.put(MEMORY, Matrix.of(Precision.DOUBLE, 1, memory.length, memory));
      Matrix one = Matrix.of(Precision.DOUBLE, 1, 1, 1);
      worker.backend().blas().solveCholesky(one, one); // where tests inject failures
      return memory[0];
    }
  }

  record Recall() implements Task<Matrices> {
    @Override
    public Matrices run(Worker worker) {
      return Matrices.of(worker.get(MEMORY).copy(Precision.DOUBLE));
    }
  }

  /** Each worker moves its state towards the sum of all. */
  record Agree() implements SumAction {
    @Override
    public void act(Worker worker, Matrices sum) {
      Matrix memory = worker.get(MEMORY);
      for (int j = 0; j < memory.cols(); j++) {
        memory.set(0, j, 0.9 * memory.get(0, j) + 0.01 * sum.get(0).get(0, j));
      }
    }
  }

  record Prepare() implements Action {
    @Override
    public void act(Worker worker) {
      worker.put(MEMORY, Matrix.zeros(Precision.DOUBLE, 1, 7));
      double[] shares = new double[4000]; // has its own file in a checkpoint
      Arrays.fill(shares, 1.0 / (worker.index() + 3));
      worker.put(SHARES, shares);
    }
  }

  @Override
  public State start(Workers workers) {
    workers.gather(new Prepare());
    return new State(0, 1);
  }

  @Override
  public Stepped<State, Prediction> step(State state, Batch batch, Workers workers) {
    List<Prediction> outputs = new ArrayList<>();
    double value = state.value();
    for (int i = 0; i < batch.x().count(); i++) {
      outputs.add(
          new Prediction(
              batch.ids().get(i),
              new double[] {value},
              null,
              batch.targets().get(i),
              state.steps(),
              batch.arrivals()[i]));
    }
    for (double answer : workers.gather(new Absorb(batch.x().row(0), value))) {
      value = 0.7 * value + answer;
    }
    try (Matrices sum = workers.sum(new Recall()).get()) {
      for (double entry : sum.get(0).toArray()) {
        value = 0.99 * value - entry;
      }
    }
    workers.sum(new Recall()).everywhere(new Agree());
    return new Stepped<>(new State(state.steps() + 1, value), outputs);
  }

  @Override
  public List<Prediction> finish(State state, Workers workers) {
    return List.of(
        new Prediction("end", new double[] {state.value()}, null, null, state.steps(), 0));
  }
}
