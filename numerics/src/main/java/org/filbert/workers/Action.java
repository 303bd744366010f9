package org.filbert.workers;

/** A task that has nothing to answer. The engine is told that it is done. */
public interface Action extends Task<Boolean> {
  /** Does it. */
  void act(Worker worker);

  @Override
  default Boolean run(Worker worker) {
    act(worker);
    return true;
  }
}
