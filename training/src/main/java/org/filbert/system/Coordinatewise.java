package org.filbert.system;

import org.filbert.workers.Task;

/** A system whose unknowns can be moved one at a time, by a worker that has all training rows. */
public interface Coordinatewise extends KernelSystem {
  /** Random binning. */
  Facet<Coordinatewise> FACET = new Facet<>(Coordinatewise.class, "system: {type: random-binning}");

  /** Runs a task on that worker. The task uses the worker's {@link Coordinates}. */
  <A> A move(Task<A> task);
}
