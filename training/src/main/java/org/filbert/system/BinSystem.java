package org.filbert.system;

import java.util.List;
import org.filbert.data.RefusedException;
import org.filbert.model.Model;
import org.filbert.model.RandomBins;
import org.filbert.system.equations.ColumnSource;
import org.filbert.system.equations.Shared;
import org.filbert.system.internal.entries.BinTasks;
import org.filbert.system.internal.entries.GridDescent;
import org.filbert.system.internal.entries.ModelTasks;
import org.filbert.workers.Task;
import org.filbert.workers.Workers;

/** The system of the bins of random grids, where a block is a grid and A_bb is diagonal. */
final class BinSystem extends ColumnSystem implements Coordinatewise {
  BinSystem(Shared shared, Workers workers) {
    super(shared, workers);
  }

  @Override
  BinSystem begin(ColumnSource source, long[] positions) {
    super.begin(source, positions);
    if (!settings().access().whole()) {
      takeTargets();
    }
    return this;
  }

  @Override
  public void descend(List<Integer> round, List<Integer> active) {
    int block = round.get(0);
    workers().sum(new GridDescent.Gradient(block)).everywhere(new GridDescent.Step(block, active));
  }

  @Override
  public <A> A move(Task<A> task) {
    return workers().at(0, task);
  }

  /** None: a block takes so little work that they would take most of the time. */
  @Override
  public int directions() {
    return 0;
  }

  @Override
  public void take(Model model) {
    throw new RefusedException(
        "from is given, which system: {type: random-binning} does not allow");
  }

  @Override
  public Model model() {
    ColumnSource.Grids source = workers().at(0, new BinTasks.Export());
    return RandomBins.of(
        source.map(), source.names(), source.starts(), ModelTasks.inOrder(blocks(), workers()));
  }
}
