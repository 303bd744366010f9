package org.filbert.testing;

import java.util.Arrays;
import java.util.List;
import org.filbert.data.Sample;
import org.filbert.kernel.Kernel;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.model.CurvePoint;
import org.filbert.model.KernelExpansion;
import org.filbert.model.Model;
import org.filbert.model.RandomBins;
import org.filbert.model.RandomFeatures;
import org.filbert.shard.Prepared;
import org.filbert.shard.ShardState;
import org.filbert.train.Preparation;
import org.filbert.train.SystemRun;
import org.filbert.train.SystemRunState;
import org.filbert.train.TrainingSpec;
import org.filbert.train.columns.Storage;
import org.filbert.workers.Workers;

/**
 * A finished run: preparation and solver alone, without the calibration of a whole training.
 *
 * @param train the encoded training rows of each worker; in this order a full-kernel model has its
 *     centres
 */
public record Descent(Prepared prepared, SystemRunState state, Model fitted, List<Sample> train) {
  public static Preparation preparation(Kernel kernel, Precision precision, Storage storage) {
    return new Preparation(
        TrainingSpec.of(kernel).precision(precision).storage(storage).seed(7).build());
  }

  public static Descent run(RunOptions options, Preparation preparation, Workers workers) {
    Prepared prepared = preparation.run(workers);
    SystemRun<?> run = new SystemRun<>(options.spec(), prepared);
    SystemRunState state = run.start(run.plan(), workers);
    while (!run.done(state)) {
      state = run.step(state, workers);
    }
    Model model = run.model(state, workers);
    return new Descent(
        prepared, state, model, workers.gather(worker -> worker.get(ShardState.TRAIN)));
  }

  public static Descent run(RunOptions options, Storage storage, Workers workers) {
    return run(
        options,
        preparation(options.settings().kernel(), options.settings().precision(), storage),
        workers);
  }

  /** The model of a system whose centres are training rows. */
  public KernelExpansion model() {
    return (KernelExpansion) fitted;
  }

  /** α or w, p×k; of bins those that are not 0. */
  public static Matrix coefficients(Model model) {
    if (model instanceof RandomBins bins) {
      return bins.w();
    }
    return model instanceof RandomFeatures features
        ? features.w()
        : ((KernelExpansion) model).alpha();
  }

  /** α or w of this run. */
  public double[] coefficients() {
    return coefficients(fitted).toArray();
  }

  /** The errors and residuals of all epochs, without the seconds. */
  public List<CurvePoint> untimedCurve() {
    return state.progress().curve().stream()
        .map(
            p ->
                new CurvePoint(
                    p.epoch(),
                    0,
                    p.relativeResidual(),
                    p.objective(),
                    p.trainError(),
                    p.validationError(),
                    p.testError()))
        .toList();
  }

  /** The position in the input of every centre of a full-kernel model. */
  public long[] positions() {
    return train.stream().flatMapToLong(s -> Arrays.stream(s.positions())).toArray();
  }
}
