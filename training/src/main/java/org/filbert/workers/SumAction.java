package org.filbert.workers;

/** A {@link SumTask} without an answer. The engine only learns that it is done. */
public interface SumAction extends SumTask<Boolean> {
  /** Does the work with the sum, under the rules of {@link SumTask#run}. */
  void act(Worker worker, Matrices sum);

  @Override
  default Boolean run(Worker worker, Matrices sum) {
    act(worker, sum);
    return true;
  }
}
