package org.filbert.train.forecast;

import java.util.List;
import org.filbert.plan.Plan;
import org.filbert.train.method.Method;
import org.filbert.workers.Workers;

/** The machines that a plan is made for. */
public interface Machines {
  /** Workers that hold rows of the run: all of them, or a sample. */
  Workers workers();

  /** Where each worker of the run is. */
  List<MemoryCheck.Host> hosts();

  /** How fast the workers of the run are. */
  Speed speed(Method<?> method, Plan plan);

  /** The machines on which the workers of the run are. */
  record Present(Workers workers) implements Machines {
    @Override
    public List<MemoryCheck.Host> hosts() {
      return workers.gather(new MemoryCheck.FindHost());
    }

    @Override
    public Speed speed(Method<?> method, Plan plan) {
      return Speed.of(method, plan, workers);
    }
  }
}
