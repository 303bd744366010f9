package org.filbert.workers;

/** A task without an answer. The engine only learns that it is done. */
public interface Action extends Task<Boolean> {
  /** Does the work. */
  void act(Worker worker);

  @Override
  default Boolean run(Worker worker) {
    act(worker);
    return true;
  }
}
