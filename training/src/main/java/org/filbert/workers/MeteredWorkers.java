package org.filbert.workers;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.filbert.cost.Costs;
import org.filbert.cost.Phase;

/**
 * Workers whose costs are measured. Every answer brings the costs and the warnings of its worker.
 * Supersteps and answers are those of the underlying workers. The costs of a task without an answer
 * come with the worker's next answer; a failure in between loses these costs, never the work.
 */
public final class MeteredWorkers implements Workers {
  private final Workers workers;
  private final List<String> warnings = new ArrayList<>();
  private Costs costs = Costs.NONE;

  public MeteredWorkers(Workers workers) {
    this.workers = workers;
  }

  record Answer<R>(R result, Costs costs, List<String> warnings) {
    static <R> Answer<R> of(Worker worker, Phase phase, Supplier<R> work) {
      R result = worker.meter().get(phase, work);
      return new Answer<>(result, worker.takeCosts(), worker.takeWarnings());
    }
  }

  record Metered<R>(Task<R> task) implements Task<Answer<R>> {
    @Override
    public Answer<R> run(Worker worker) {
      return Answer.of(worker, task.phase(), () -> task.run(worker));
    }

    @Override
    public boolean readsConstants() {
      return task.readsConstants();
    }
  }

  record MeteredSummand(Task<Matrices> task) implements Task<Matrices> {
    @Override
    public Matrices run(Worker worker) {
      return worker.meter().get(task.phase(), () -> task.run(worker));
    }
  }

  record MeteredSumTask<R>(SumTask<R> task) implements SumTask<Answer<R>> {
    @Override
    public Answer<R> run(Worker worker, Matrices sum) {
      return Answer.of(worker, task.phase(), () -> task.run(worker, sum));
    }
  }

  /** The costs of all supersteps so far, without the seconds of communication. */
  public Costs costs() {
    return costs;
  }

  /** The workers' warnings for the user. */
  public List<String> warnings() {
    return List.copyOf(warnings);
  }

  @Override
  public int count() {
    return workers.count();
  }

  @Override
  public <R> List<R> run(Task<R> task, Recipients recipients) {
    return take(task, recipients, workers.run(new Metered<>(task), recipients));
  }

  @Override
  public Matrices total(Task<Matrices> summand) {
    Matrices sum = workers.total(new MeteredSummand(summand));
    costs = costs.plusBytes(sentBytes(summand, new Recipients.All()), sum.bytes());
    return sum;
  }

  @Override
  public <R> List<R> combine(Task<Matrices> summand, Recipients recipients, SumTask<R> next) {
    costs = costs.plusBytes(sentBytes(summand, new Recipients.All()), 0);
    return take(
        next,
        recipients,
        workers.combine(new MeteredSummand(summand), recipients, new MeteredSumTask<>(next)));
  }

  private <R> List<R> take(Object task, Recipients recipients, List<Answer<R>> answers) {
    List<R> results = answers.stream().map(Answer::result).toList();
    answers.forEach(answer -> warnings.addAll(answer.warnings()));
    costs =
        costs
            .plus(answers.stream().map(Answer::costs).reduce(Costs::beside).orElseThrow())
            .plusBytes(sentBytes(task, recipients), Payload.bytes(results));
    return results;
  }

  /** Bytes that leave the driver. A large task for all workers leaves it once. */
  private long sentBytes(Object task, Recipients recipients) {
    long bytes = Payload.bytes(task);
    return bytes > LARGE ? bytes : bytes * recipients.of(count()).size();
  }
}
