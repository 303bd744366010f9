package org.filbert.testing;

import java.util.List;
import org.filbert.data.Sample;
import org.filbert.kernel.Kernel;
import org.filbert.linalg.Precision;
import org.filbert.model.KernelExpansion;
import org.filbert.solver.DescentState;
import org.filbert.solver.FullKernelDescent;
import org.filbert.train.Preparation;
import org.filbert.shard.Prepared;
import org.filbert.train.Scaling;
import org.filbert.shard.ShardState;
import org.filbert.train.Storage;
import org.filbert.workers.Workers;

/**
 * A finished full-kernel descent: preparation and solver alone, without the calibration of a whole
 * training run.
 *
 * @param train the encoded training rows of each worker; in this order the model has its centres
 */
public record Descent(
    Prepared prepared, DescentState state, KernelExpansion model, List<Sample> train) {

  public static Preparation preparation(Kernel kernel, Precision precision, Storage storage) {
    return new Preparation(7, precision, new Scaling.None(), storage, true, kernel, false);
  }

  public static Descent run(
      FullKernelDescent.Options options, Preparation preparation, Workers workers) {
    Prepared prepared = preparation.run(workers);
    FullKernelDescent solver = new FullKernelDescent(options);
    DescentState state = solver.start(prepared, workers);
    while (!solver.done(state)) {
      state = solver.step(state, workers);
    }
    KernelExpansion model = (KernelExpansion) solver.model(prepared, state, workers);
    List<Sample> train = workers.gather(worker -> worker.get(ShardState.TRAIN));
    return new Descent(prepared, state, model, train);
  }

  public static Descent run(FullKernelDescent.Options options, Storage storage, Workers workers) {
    return run(options, preparation(options.kernel(), options.precision(), storage), workers);
  }

  /** The position in the input of every centre. */
  public long[] positions() {
    return train.stream().flatMapToLong(s -> java.util.Arrays.stream(s.positions())).toArray();
  }
}
