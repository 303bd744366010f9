package org.filbert.workers;

/** A {@link SumTask} that has nothing to answer. The engine is told that it is done. */
public interface SumAction extends SumTask<Boolean> {
  /** Does it with the sum, which is as {@link SumTask#run} gets it. */
  void act(Worker worker, Matrices sum);

  @Override
  default Boolean run(Worker worker, Matrices sum) {
    act(worker, sum);
    return true;
  }
}
