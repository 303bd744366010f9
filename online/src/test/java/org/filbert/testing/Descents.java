package org.filbert.testing;

import java.util.OptionalInt;
import org.filbert.cache.CacheBudget;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.Gaussian;
import org.filbert.linalg.Precision;
import org.filbert.loss.Loss;
import org.filbert.online.Algorithm;
import org.filbert.online.GradientOptions;
import org.filbert.online.StepSize;
import org.filbert.online.batch.DoublyStochasticDescent;
import org.filbert.shard.Prepared;
import org.filbert.solver.Stopping;
import org.filbert.train.Preparation;
import org.filbert.train.Training;
import org.filbert.train.TrainingSpec;
import org.filbert.train.columns.Scaling;
import org.filbert.train.forecast.MemoryLimits;
import org.filbert.train.method.Evaluation;
import org.filbert.train.method.Method;
import org.filbert.train.method.MethodOptions;

/** Doubly stochastic trainings as the tests want them. */
public final class Descents {
  private Descents() {}

  /** Options with a gaussian kernel, no shrinking and no limit on the blocks. */
  public static DoublyStochasticDescent.Options options(
      double sigma,
      int features,
      int blockSize,
      Algorithm algorithm,
      Loss loss,
      double gamma,
      int batchSize,
      int epochs) {
    return new DoublyStochasticDescent.Options(
        new GradientOptions(
            new RandomFourier(
                new Gaussian(sigma), features, 2 * blockSize, 7, RandomFourier.Form.COSINE_SINE),
            Precision.SINGLE,
            algorithm,
            loss,
            new StepSize.Constant(gamma),
            0,
            Integer.MAX_VALUE,
            1,
            64L << 20),
        batchSize,
        epochs,
        new Evaluation(OptionalInt.of(1), OptionalInt.empty()));
  }

  /** The same with other random numbers: features, batches, choices of blocks. */
  public static DoublyStochasticDescent.Options seeded(
      DoublyStochasticDescent.Options options, long seed) {
    GradientOptions own = options.gradients();
    RandomFourier map = own.map();
    return new DoublyStochasticDescent.Options(
        new GradientOptions(
            new RandomFourier(map.kernel(), map.inputs(), map.outputs(), seed, map.form()),
            own.precision(),
            own.algorithm(),
            own.loss(),
            own.step(),
            own.lambda(),
            own.maxBlocks(),
            own.average(),
            own.frequencyBytes()),
        options.batchSize(),
        options.stopping(),
        options.evaluation());
  }

  /** A whole training. */
  public static Training training(DoublyStochasticDescent.Options options, Scaling scaling) {
    return new Training(spec(options, scaling));
  }

  public static Preparation preparation(DoublyStochasticDescent.Options options, Scaling scaling) {
    return new Preparation(spec(options, scaling));
  }

  private static TrainingSpec spec(DoublyStochasticDescent.Options options, Scaling scaling) {
    return TrainingSpec.of(options.gradients().map().kernel())
        .solver(new Fixed(options))
        .scaling(scaling)
        .precision(options.gradients().precision())
        .memory(new MemoryLimits(0, CacheBudget.ofMemory(0), 0))
        .seed(7)
        .build();
  }

  /** Options that do not depend on the rows. */
  public record Fixed(DoublyStochasticDescent.Options options) implements MethodOptions {
    @Override
    public Stopping stopping() {
      return options.stopping();
    }

    @Override
    public String variant() {
      return "fixed";
    }

    @Override
    public Method<?> method(
        Prepared prepared, Precision precision, long seed, long cacheBytes, Evaluation evaluation) {
      return new DoublyStochasticDescent(options, prepared);
    }
  }
}
