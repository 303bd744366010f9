package org.filbert.workers;

import java.util.ArrayList;
import java.util.List;
import org.filbert.cost.Costs;
import org.filbert.linalg.Matrix;

/**
 * Workers whose work is taken note of: every task that is gathered brings along what it has cost,
 * and what the workers have to tell the user. Supersteps and answers are those of the workers
 * behind. The work of a sum comes with the next answers gathered; a failure in between loses the
 * note of it, never the work.
 */
public final class MeteredWorkers implements Workers {
  private final Workers workers;
  private final List<String> warnings = new ArrayList<>();
  private Costs costs = Costs.NONE;

  public MeteredWorkers(Workers workers) {
    this.workers = workers;
  }

  record Answer<R>(R result, Costs costs, List<String> warnings) {}

  record Metered<R>(Task<R> task) implements Task<Answer<R>> {
    @Override
    public Answer<R> run(Worker worker) {
      R result = inItsPhase(task, worker);
      return new Answer<>(result, worker.takeCosts(), worker.takeWarnings());
    }
  }

  record MeteredSum(Task<Matrix> task) implements Task<Matrix> {
    @Override
    public Matrix run(Worker worker) {
      return inItsPhase(task, worker);
    }
  }

  private static <R> R inItsPhase(Task<R> task, Worker worker) {
    return worker.meter().get(task.phase(), () -> task.run(worker));
  }

  /** What the supersteps so far have cost, without the seconds of communication. */
  public Costs costs() {
    return costs;
  }

  /** What the workers have told the user. */
  public List<String> warnings() {
    return List.copyOf(warnings);
  }

  @Override
  public int count() {
    return workers.count();
  }

  @Override
  public <R> List<R> gather(Task<R> task) {
    List<Answer<R>> answers = workers.gather(new Metered<>(task));
    List<R> results = answers.stream().map(Answer::result).toList();
    answers.forEach(answer -> warnings.addAll(answer.warnings()));
    costs =
        costs
            .plus(answers.stream().map(Answer::costs).reduce(Costs::beside).orElseThrow())
            .plusBytes(broadcastBytes(task), Payload.bytes(results));
    return results;
  }

  @Override
  public Matrix sum(Task<Matrix> task) {
    Matrix sum = workers.sum(new MeteredSum(task));
    costs = costs.plusBytes(broadcastBytes(task), count() * sum.bytes());
    return sum;
  }

  private long broadcastBytes(Task<?> task) {
    return count() * Payload.bytes(task);
  }

  /** The classes of its own task and answers. */
  public static List<Class<?>> messages() {
    return List.of(Metered.class, MeteredSum.class, Answer.class);
  }
}
