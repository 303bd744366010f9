package org.filbert.workers;

import java.util.List;
import org.filbert.cost.Phase;

/**
 * Workers in one of their rooms. Tasks see the state of this room and the data that all rooms
 * share.
 */
public record RoomOfWorkers(Workers workers, String room) implements Workers {
  record InRoom<R>(String room, Task<R> task) implements Task<R> {
    @Override
    public R run(Worker worker) {
      return task.run(worker.room(room));
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

  record SumInRoom<R>(String room, SumTask<R> task) implements SumTask<R> {
    @Override
    public R run(Worker worker, Matrices sum) {
      return task.run(worker.room(room), sum);
    }

    @Override
    public Phase phase() {
      return task.phase();
    }
  }

  @Override
  public int count() {
    return workers.count();
  }

  @Override
  public <R> List<R> run(Task<R> task, Recipients recipients) {
    return workers.run(new InRoom<>(room, task), recipients);
  }

  @Override
  public Matrices total(Task<Matrices> summand) {
    return workers.total(new InRoom<>(room, summand));
  }

  @Override
  public <R> List<R> combine(Task<Matrices> summand, Recipients recipients, SumTask<R> next) {
    return workers.combine(new InRoom<>(room, summand), recipients, new SumInRoom<>(room, next));
  }
}
